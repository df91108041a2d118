import type { EpochMs } from '../../../shared/domain/units'
import type { NotificationRecord } from '../records'

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
