import type { Turn } from '../../shared/domain/turn'
import type { LiveItem, TurnBody } from '../../shared/projection/session-view'
import { type Entry, readEntries, sameEntry } from './read-entries'

export interface TranscriptRow {
  key: string
  turn: Turn
  /** null: a turn whose items have not been read yet. */
  entry: Entry | null
}

export type RowReader = (
  turn: Turn,
  body: TurnBody | undefined,
  live: readonly LiveItem[] | undefined,
) => readonly TranscriptRow[]

/** Makes the rows of turns, and answers what said the same before with the same objects: those need not render again. */
export function createRowReader(): RowReader {
  const known = new Map<
    string,
    { turn: Turn; body?: TurnBody; live?: readonly LiveItem[]; rows: readonly TranscriptRow[] }
  >()
  return (turn, body, live) => {
    const before = known.get(turn.id)
    if (before && before.turn === turn && before.body === body && before.live === live) return before.rows
    const rows = rowsOf(turn, body, live).map((row, index) => {
      const old = before?.rows[index]
      return old && sameRow(old, row) ? old : row
    })
    known.set(turn.id, { turn, body, live, rows })
    return rows
  }
}

function rowsOf(turn: Turn, body: TurnBody | undefined, live: readonly LiveItem[] | undefined): TranscriptRow[] {
  const rows = readEntries(body?.items, live).map((entry) => ({ key: entry.id, turn, entry }))
  return body?.complete ? rows : [{ key: turn.id, turn, entry: null }, ...rows]
}

function sameRow(a: TranscriptRow, b: TranscriptRow): boolean {
  if (a.key !== b.key || a.turn !== b.turn) return false
  return a.entry === b.entry || (a.entry !== null && b.entry !== null && sameEntry(a.entry, b.entry))
}
