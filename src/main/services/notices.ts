import type { NoticeLevel } from '../../shared/domain/turn'
import type { Commit } from '../store/store'
import type { HostParts } from './host-parts'
import { threadOf } from './threads'

/** Adds a line of the app's own to a turn, for the person; within a commit. */
export function addNotice(
  parts: Pick<HostParts, 'store' | 'ids' | 'clock'>,
  tx: Commit,
  { threadId, turnId, level, text }: { threadId: string; turnId: string; level: NoticeLevel; text: string },
): void {
  const { sessionId } = threadOf(parts.store, threadId)
  const item = { id: parts.ids.next('item'), turnId, at: parts.clock.now(), kind: 'notice' as const, level, text }
  parts.store.items.add(threadId, item)
  tx.emit({ type: 'item.added', sessionId, threadId, item })
}
