// What the store's thread and the search's thread say to each other.
import type { Failure } from '../../../shared/contract/failure'
import type { SearchAnswer } from '../../../shared/domain/search'
import type { SearchRequest } from './run-search'

export interface SearchThreadData {
  /** The database file. */
  path: string
  /** One of the states below, shared by both threads. */
  state: SharedArrayBuffer
}

/** The database is open in the other thread only while the state is BUSY; once it is CLOSED it never will be again. */
export const SEARCH_STATE = { IDLE: 0, BUSY: 1, CLOSED: 2 } as const

export interface AskedSearch {
  id: number
  request: SearchRequest
}

export type AnsweredSearch = { id: number } & ({ answer: SearchAnswer } | { failure: Failure } | { bug: string })
