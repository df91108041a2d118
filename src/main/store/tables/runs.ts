import type { EpochMs } from '../../../shared/domain/units'
import type { Connection } from '../connection'
import { type Fields, integer, nullable, text } from '../fields'
import type { RunRecord } from '../records'
import { mustChange, openRows } from '../rows'

export interface RunTable {
  insert(run: RunRecord): void
  get(id: string): RunRecord | undefined
  finish(id: string, end: { endedAt: EpochMs; outcome: string }): void
  nextN(turnId: string): number
  /** Runs without an end, of all threads: what a crash left. */
  unfinished(): RunRecord[]
}

const fields: Fields<RunRecord> = {
  id: text('id'),
  threadId: text('thread_id'),
  turnId: text('turn_id'),
  n: integer('n'),
  startedAt: integer('started_at'),
  endedAt: nullable(integer('ended_at')),
  outcome: nullable(text('outcome')),
}

export function openRuns(connection: Connection): RunTable {
  const rows = openRows(connection, 'runs', ['id'], fields)
  const byId = rows.select('WHERE id = ?')
  const unfinished = rows.select('WHERE ended_at IS NULL ORDER BY started_at, id')
  const lastN = connection.db
    .prepare<[string], number>('SELECT coalesce(max(n), 0) FROM runs WHERE turn_id = ?')
    .pluck()
  return {
    insert: rows.insert,
    get: (id) => byId.first(id),
    finish: (id, end) => mustChange(rows.update([id], end), 'runs', id),
    nextN: (turnId) => (lastN.get(turnId) ?? 0) + 1,
    unfinished: () => unfinished.all(),
  }
}
