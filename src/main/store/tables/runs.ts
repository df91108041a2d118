import type { EpochMs } from '../../../shared/domain/units'
import type { Connection } from '../connection'
import { type Fields, integer, nullable, text } from '../fields'
import type { RunRecord } from '../records'
import { mustChange, openRows } from '../rows'
import { openScalar } from '../scalar'

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
  const nextN = openScalar(connection, 'SELECT max(n) + 1 FROM runs WHERE turn_id = ?', 1)
  return {
    insert: rows.insert,
    get: (id) => byId.first(id),
    finish: (id, end) => mustChange(rows.update([id], end), 'runs', id),
    nextN,
    unfinished: () => unfinished.all(),
  }
}
