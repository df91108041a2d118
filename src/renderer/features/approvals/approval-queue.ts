// The order in which open approvals are shown, and which one is shown.
import type { Approval } from '../../../shared/domain/approval'

export interface Shown {
  approval: Approval
  /** 1-based place in the queue. */
  place: number
  total: number
}

/** The open approvals, oldest first. */
export function openQueue(approvals: Iterable<Approval>): Approval[] {
  return [...approvals]
    .filter((approval) => approval.state === 'open')
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

/**
 * What the card shows. It stays on `currentId` while that is open, whatever arrives;
 * else it takes the one that now stands at `fallbackPlace` (1-based), else the oldest.
 */
export function shownOf(queue: readonly Approval[], currentId: string | null, fallbackPlace = 1): Shown | null {
  const found = queue.findIndex((approval) => approval.id === currentId)
  const index = found >= 0 ? found : fallbackPlace - 1 < queue.length ? Math.max(0, fallbackPlace - 1) : 0
  const approval = queue[index]
  return approval ? { approval, place: index + 1, total: queue.length } : null
}

/** The id one step along the queue; null at either end. */
export function neighbourOf(queue: readonly Approval[], id: string, step: -1 | 1): string | null {
  const index = queue.findIndex((approval) => approval.id === id)
  return index < 0 ? null : (queue[index + step]?.id ?? null)
}
