// Hard limits on money: per fork, group of siblings, session and day. What would exceed one pauses, it does not fail.
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'

const DAY_MS = 24 * 60 * 60_000

type BudgetParts = Pick<HostParts, 'store' | 'clock' | 'settings'>

interface Budget {
  name: string
  /** NanoUsd. */
  limit: number
  /** Whose requests count; null: everybody's, of the last day. */
  threadIds: string[] | null
}

/**
 * Which limit a further request of a thread would meet; null when none is used up. What has no price cannot be counted.
 *
 * @returns one sentence for the person
 */
export function usedUp(parts: BudgetParts, thread: ThreadRecord): string | null {
  for (const budget of budgetsOf(parts, thread))
    if (spent(parts, budget) >= budget.limit)
      return `The limit ${budget.name} (${dollars(budget.limit)}) is used up. Raise it in Settings and resume.`
  return null
}

/**
 * Which limit a request would exceed by its input alone, with what is spent and what is forecast for requests under way;
 * what it will answer nobody knows. A limit that is used up counts too.
 *
 * @param nanoUsd the forecast of its input; null: no price is known
 * @returns one sentence for the person; null when it keeps within all
 */
export function limitMet(parts: BudgetParts, thread: ThreadRecord, nanoUsd: number | null): string | null {
  return usedUp(parts, thread) ?? exceededBy(parts, thread, nanoUsd ?? 0)
}

/**
 * Holds a request back that would meet a limit.
 *
 * @throws FailureError `budget.exceeded`
 */
export function assertWithinBudgets(parts: BudgetParts, thread: ThreadRecord, nanoUsd: number | null): void {
  const reason = limitMet(parts, thread, nanoUsd)
  if (reason !== null) throw new FailureError('budget.exceeded', reason, { threadId: thread.id })
}

function exceededBy(parts: BudgetParts, thread: ThreadRecord, next: number): string | null {
  const budgets = budgetsOf(parts, thread)
  if (next === 0 || budgets.length === 0) return null
  const underWay = parts.store.requests.unfinished()
  for (const budget of budgets) {
    const taken =
      spent(parts, budget) +
      underWay
        .filter((request) => budget.threadIds === null || budget.threadIds.includes(request.threadId))
        .reduce((sum, request) => sum + (request.forecast?.nanoUsd ?? 0), 0)
    if (taken + next <= budget.limit) continue
    return `The next request (about ${dollars(next)}) would exceed the limit ${budget.name}: ${dollars(taken)} of ${dollars(budget.limit)} are spent or under way. Raise it in Settings and resume.`
  }
  return null
}

/** The limits that are set and count for a thread, the narrowest first. */
function budgetsOf(parts: BudgetParts, thread: ThreadRecord): Budget[] {
  const settings = parts.settings()
  const limits = {
    'budget.fork': thread.kind === 'fork' ? settings['budget.fork'] : null,
    'budget.group': thread.groupId === null ? null : settings['budget.group'],
    'budget.session': settings['budget.session'],
    'budget.day': settings['budget.day'],
  }
  const scopes = {
    'budget.fork': () => [thread.id],
    'budget.group': () => idsOf(family().filter((other) => other.groupId === thread.groupId)),
    'budget.session': () => idsOf(family()),
    'budget.day': () => null,
  }
  const family = () => parts.store.threads.ofSession(thread.sessionId)
  return (['budget.fork', 'budget.group', 'budget.session', 'budget.day'] as const).flatMap((name) => {
    const limit = limits[name]
    return limit === null ? [] : [{ name, limit, threadIds: scopes[name]() }]
  })
}

function idsOf(threads: readonly ThreadRecord[]): string[] {
  return threads.map((thread) => thread.id)
}

function spent({ store, clock }: BudgetParts, { threadIds }: Budget): number {
  if (threadIds === null) return store.requests.spentSince(clock.now() - DAY_MS)
  return threadIds.reduce((sum, id) => sum + store.requests.spentBy(id), 0)
}

/** Small amounts with more digits: `$0.00` of `$0.00` tells nobody anything. */
function dollars(nanoUsd: number): string {
  return `$${(nanoUsd / 1e9).toFixed(nanoUsd < 1e8 ? 4 : 2)}`
}
