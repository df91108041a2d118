import type { EpochMs } from '../../../shared/domain/units'
import type { Connection } from '../connection'
import { choice, type Fields, integer, nullable, text } from '../fields'
import type { PendingTextRecord } from '../records'
import { mustChange, openRows } from '../rows'

/** Texts that wait for their thread's next user message; each is sealed into a block once. */
export interface PendingTextTable {
  add(pending: PendingTextRecord): void
  get(id: string): PendingTextRecord | undefined
  /** What waits for the thread, in the order in which it was added. */
  of(threadId: string): PendingTextRecord[]
  /** Marks texts as sealed; throws when one was sealed before, so that the transaction around it cannot send it twice. */
  seal(ids: readonly string[], at: EpochMs): void
}

const fields: Fields<PendingTextRecord> = {
  id: text('id'),
  threadId: text('thread_id'),
  turnId: text('turn_id'),
  origin: choice('origin', ['person', 'app']),
  text: text('text'),
  sealedAt: nullable(integer('sealed_at')),
  createdAt: integer('created_at'),
}

export function openPendingTexts(connection: Connection): PendingTextTable {
  const rows = openRows(connection, 'pending_texts', ['id'], fields)
  const byId = rows.select('WHERE id = ?')
  const waiting = rows.select('WHERE thread_id = ? AND sealed_at IS NULL ORDER BY ordinal')
  return {
    add: rows.insert,
    get: (id) => byId.first(id),
    of: (threadId) => waiting.all(threadId),
    seal(ids, at) {
      for (const id of ids) mustChange(rows.update([id], { sealedAt: at }, 'sealed_at IS NULL'), 'pending_texts', id)
    },
  }
}
