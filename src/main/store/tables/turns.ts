import type { TurnRecord } from '../records'

export interface TurnPage {
  /** Oldest first. */
  turns: TurnRecord[]
  /** Whether there are turns before the first one. */
  more: boolean
}

export interface TurnTable {
  insert(turn: TurnRecord): void
  get(id: string): TurnRecord | undefined
  /** The thread's own turns by `n`. */
  ofThread(threadId: string): TurnRecord[]
  /** The turns of all threads of a session: threads in the order of creation, turns by `n`. */
  ofSession(sessionId: string): TurnRecord[]
  /** The newest `limit` turns of the thread whose `n` is below `before`. */
  page(threadId: string, before: number | undefined, limit: number): TurnPage
  last(threadId: string): TurnRecord | undefined
  update(id: string, patch: Partial<Omit<TurnRecord, 'id' | 'threadId' | 'n'>>): void
  /** The number the thread's next turn gets; 1 for the first. */
  nextN(threadId: string): number
  /** Every turn that is `running`, of all sessions. */
  running(): TurnRecord[]
  /** The thread's `queued` turns by `n`. */
  queued(threadId: string): TurnRecord[]
}
