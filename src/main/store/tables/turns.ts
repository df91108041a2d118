import { turnState } from '../../../shared/domain/turn'
import type { Connection } from '../connection'
import { choice, type Fields, flag, integer, nullable, text } from '../fields'
import type { TurnRecord } from '../records'
import { mustChange, openRows } from '../rows'
import { openScalar } from '../scalar'

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
  /** Every turn that is `queued`, of all sessions. */
  allQueued(): TurnRecord[]
  /** The thread's `queued` turns by `n`. */
  queued(threadId: string): TurnRecord[]
}

const fields: Fields<TurnRecord> = {
  id: text('id'),
  threadId: text('thread_id'),
  n: integer('n'),
  state: choice('state', turnState.options),
  input: nullable(text('input')),
  fromModel: flag('from_model'),
  forkPosition: nullable(integer('fork_position')),
  startedAt: integer('started_at'),
  endedAt: nullable(integer('ended_at')),
}

export function openTurns(connection: Connection): TurnTable {
  const rows = openRows(connection, 'turns', ['id'], fields)
  const byId = rows.select('WHERE id = ?')
  const ofThread = rows.select('WHERE thread_id = ? ORDER BY n')
  const ofSession = rows.select(
    'JOIN threads ON threads.id = turns.thread_id WHERE threads.session_id = ? ORDER BY threads.ordinal, turns.n',
  )
  const newestBelow = rows.select('WHERE thread_id = ? AND n < ? ORDER BY n DESC LIMIT ?')
  const running = rows.select("WHERE state = 'running' ORDER BY started_at, id")
  const allQueued = rows.select("WHERE state = 'queued' ORDER BY started_at, id")
  const queued = rows.select("WHERE thread_id = ? AND state = 'queued' ORDER BY n")
  const nextN = openScalar(connection, 'SELECT max(n) + 1 FROM turns WHERE thread_id = ?', 1)
  return {
    insert: rows.insert,
    get: (id) => byId.first(id),
    ofThread: (threadId) => ofThread.all(threadId),
    ofSession: (sessionId) => ofSession.all(sessionId),
    page(threadId, before, limit) {
      const newestFirst = newestBelow.all(threadId, before ?? Number.MAX_SAFE_INTEGER, limit + 1)
      return { turns: newestFirst.slice(0, limit).reverse(), more: newestFirst.length > limit }
    },
    last: (threadId) => newestBelow.first(threadId, Number.MAX_SAFE_INTEGER, 1),
    update: (id, patch) => mustChange(rows.update([id], patch), 'turns', id),
    nextN,
    running: () => running.all(),
    allQueued: () => allQueued.all(),
    queued: (threadId) => queued.all(threadId),
  }
}
