import type { Ancestor } from '../ancestry'
import type { Connection } from '../connection'
import { type Fields, integer, text } from '../fields'
import type { EpochRecord } from '../records'
import { openRows } from '../rows'
import { openScalar } from '../scalar'

/** Epochs never change once written. A fork without one of its own is in the epoch of the last block it inherits. */
export interface EpochTable {
  insert(epoch: EpochRecord): void
  get(id: string): EpochRecord | undefined
  /** The epoch the thread's next block belongs to; undefined where nothing was ever sent. */
  current(threadId: string): EpochRecord | undefined
  /** The thread's own epochs by `n`. */
  ofThread(threadId: string): EpochRecord[]
  /** The epoch of the history that the block at this position belongs to. */
  covering(threadId: string, position: number): EpochRecord | undefined
  nextN(threadId: string): number
}

const fields: Fields<EpochRecord> = {
  id: text('id'),
  threadId: text('thread_id'),
  n: integer('n'),
  snapshotId: text('snapshot_id'),
  firstPosition: integer('first_position'),
  thinkingFrom: integer('thinking_from'),
  startPosition: integer('start_position'),
  createdAt: integer('created_at'),
}

export function openEpochs(connection: Connection, ancestors: (threadId: string) => readonly Ancestor[]): EpochTable {
  const rows = openRows(connection, 'epochs', ['id'], fields, true)
  const byId = rows.select('WHERE id = ?')
  const ofThread = rows.select('WHERE thread_id = ? ORDER BY n')
  const lastStartedBelow = rows.select('WHERE thread_id = ? AND start_position < ? ORDER BY n DESC LIMIT 1')
  const nextN = openScalar(connection, 'SELECT max(n) + 1 FROM epochs WHERE thread_id = ?', 1)

  /** Epochs that began at or behind an ancestor's branch point were never inherited. */
  function lastBelow(threadId: string, position: number): EpochRecord | undefined {
    for (const part of ancestors(threadId).toReversed()) {
      const epoch = lastStartedBelow.first(part.threadId, Math.min(part.below, position))
      if (epoch) return epoch
    }
    return undefined
  }

  return {
    insert: rows.insert,
    get: (id) => byId.first(id),
    current: (threadId) => lastBelow(threadId, Number.MAX_SAFE_INTEGER),
    ofThread: (threadId) => ofThread.all(threadId),
    covering: (threadId, position) => lastBelow(threadId, position + 1),
    nextN,
  }
}
