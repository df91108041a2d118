// Hard limits on money: per fork, group of siblings, session and day. What would exceed one pauses, it does not fail.
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'

const DAY_MS = 24 * 60 * 60_000

type BudgetParts = Pick<HostParts, 'store' | 'clock' | 'settings'>

/**
 * Which limit a further request of a thread would meet; null when none is used up.
 *
 * @returns one sentence for the person
 */
export function usedUp(parts: BudgetParts, thread: ThreadRecord): string | null {
  const { store, clock } = parts
  const settings = parts.settings()
  const spentBy = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + (store.requests.sumOfThread(id).nanoUsd ?? 0), 0)
  const family = store.threads.ofSession(thread.sessionId)
  const limits: [string, number | null, () => number][] = [
    ['budget.fork', thread.kind === 'fork' ? settings['budget.fork'] : null, () => spentBy([thread.id])],
    [
      'budget.group',
      thread.groupId === null ? null : settings['budget.group'],
      () => spentBy(family.filter((other) => other.groupId === thread.groupId).map((other) => other.id)),
    ],
    ['budget.session', settings['budget.session'], () => spentBy(family.map((other) => other.id))],
    ['budget.day', settings['budget.day'], () => store.requests.spentSince(clock.now() - DAY_MS)],
  ]
  for (const [name, limit, spent] of limits)
    if (limit !== null && spent() >= limit)
      return `The limit ${name} ($${(limit / 1e9).toFixed(2)}) is used up. Raise it in Settings and resume.`
  return null
}
