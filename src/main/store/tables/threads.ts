import type { ThreadState } from '../../../shared/domain/thread'
import type { ThreadRecord } from '../records'

/** A thread on the path from the root, and how much of its own the descendant at the path's end takes from it. */
export interface Ancestor {
  threadId: string
  /** Only blocks of this thread at positions below this one belong to the history; `Number.MAX_SAFE_INTEGER` for the thread itself. */
  below: number
}

export interface ThreadTable {
  insert(thread: ThreadRecord): void
  get(id: string): ThreadRecord | undefined
  /** All threads of a session, in the order of creation: a parent before its children. */
  ofSession(sessionId: string): ThreadRecord[]
  /** The direct children, in the order of creation. */
  children(threadId: string): ThreadRecord[]
  update(id: string, patch: Partial<Omit<ThreadRecord, 'id'>>): void
  /** Threads of all sessions that are in one of the states, in the order of creation. */
  inStates(states: readonly ThreadState[]): ThreadRecord[]
  /** The path from the root to the thread itself; empty for an unknown thread. Positions are absolute over the whole history. */
  ancestors(threadId: string): Ancestor[]
}
