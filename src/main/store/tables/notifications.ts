import type { EpochMs } from '../../../shared/domain/units'
import type { Connection } from '../connection'
import { choice, type Fields, integer, nullable, text } from '../fields'
import type { NotificationRecord } from '../records'
import { mustChange, openRows } from '../rows'
import { openScalar } from '../scalar'

/** The outbox: one result per run of a thread, delivered once. */
export interface NotificationTable {
  /** Adds a result. The same run of the same thread a second time is a bug and throws. */
  insert(notification: NotificationRecord): void
  nextOrdinal(): number
  get(id: string): NotificationRecord | undefined
  /** What waits for a thread, by ordinal. */
  pendingFor(threadId: string): NotificationRecord[]
  pendingAll(): NotificationRecord[]
  byFrom(fromThreadId: string): NotificationRecord[]
  /** Marks as delivered; throws when one was delivered before, so that the transaction around it cannot deliver twice. */
  markDelivered(ids: readonly string[], at: EpochMs): void
}

const fields: Fields<NotificationRecord> = {
  id: text('id'),
  ordinal: integer('ordinal'),
  sessionId: text('session_id'),
  fromThreadId: text('from_thread_id'),
  toThreadId: text('to_thread_id'),
  status: choice('status', ['completed', 'failed', 'stopped', 'turn-limit']),
  text: text('text'),
  runId: text('run_id'),
  deliveredAt: nullable(integer('delivered_at')),
}

export function openNotifications(connection: Connection): NotificationTable {
  const rows = openRows(connection, 'notifications', ['id'], fields)
  const byId = rows.select('WHERE id = ?')
  const pending = rows.select('WHERE delivered_at IS NULL ORDER BY ordinal')
  const pendingFor = rows.select('WHERE to_thread_id = ? AND delivered_at IS NULL ORDER BY ordinal')
  const byFrom = rows.select('WHERE from_thread_id = ? ORDER BY ordinal')
  const nextOrdinal = openScalar(connection, 'SELECT max(ordinal) + 1 FROM notifications', 1)
  return {
    insert: rows.insert,
    nextOrdinal,
    get: (id) => byId.first(id),
    pendingFor: (threadId) => pendingFor.all(threadId),
    pendingAll: () => pending.all(),
    byFrom: (fromThreadId) => byFrom.all(fromThreadId),
    markDelivered(ids, at) {
      for (const id of ids) {
        mustChange(rows.update([id], { deliveredAt: at }, 'delivered_at IS NULL'), 'pending notifications', id)
      }
    },
  }
}
