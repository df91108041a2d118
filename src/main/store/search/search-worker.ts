// The other thread of a search. It opens the database for each question, to read only, so that nobody has to wait for it to close.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { FailureError } from '../../../shared/contract/failure'
import type { SearchAnswer } from '../../../shared/domain/search'
import { connectionOptions } from '../native-binding'
import { withStoreFailures } from '../store-failure'
import { openSearch, type SearchRequest } from './run-search'
import { type AnsweredSearch, type AskedSearch, SEARCH_STATE, type SearchThreadData } from './search-messages'

const { path, state: shared } = workerData as SearchThreadData
const state = new Int32Array(shared)

parentPort?.on('message', ({ id, request }: AskedSearch) => {
  if (Atomics.compareExchange(state, 0, SEARCH_STATE.IDLE, SEARCH_STATE.BUSY) !== SEARCH_STATE.IDLE) return
  const answered = answer(id, request)
  Atomics.store(state, 0, SEARCH_STATE.IDLE)
  Atomics.notify(state, 0)
  parentPort?.postMessage(answered)
})

function answer(id: number, request: SearchRequest): AnsweredSearch {
  try {
    return { id, answer: withStoreFailures(path, () => search(request)) }
  } catch (error) {
    if (error instanceof FailureError) return { id, failure: error.failure }
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function search(request: SearchRequest): SearchAnswer {
  const db = new Database(path, { ...connectionOptions(), readonly: true, fileMustExist: true })
  try {
    return openSearch(db)(request)
  } finally {
    db.close()
  }
}
