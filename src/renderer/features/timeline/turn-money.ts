import type { Request } from '../../../shared/domain/ledger'
import type { Turn } from '../../../shared/domain/turn'
import { type CacheMiss, cacheMissOf } from '../../threads/cache-miss'
import { lastStarted } from './last-started'

/**
 * What each turn cost, in NanoUsd by turn id: the sum of its requests that began while it ran. A turn with a request of
 * unknown price has no sum.
 *
 * @param turns by their number, all of one thread, as the requests are
 */
export function moneyByTurn(turns: readonly Turn[], requests: readonly Request[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number | null>()
  for (const request of requests) {
    const turn = turnOf(request, turns)
    if (!turn) continue
    const before = sums.get(turn.id)
    const price = request.money.nanoUsd
    sums.set(turn.id, before === null || price === null ? null : (before ?? 0) + price)
  }
  return new Map([...sums].flatMap(([id, sum]) => (sum === null ? [] : [[id, sum] as const])))
}

/** The requests of each turn that missed the cache, by turn id; the dearest first. */
export function missesByTurn(
  turns: readonly Turn[],
  requests: readonly Request[],
): ReadonlyMap<string, readonly CacheMiss[]> {
  const misses = new Map<string, CacheMiss[]>()
  requests.forEach((request, index) => {
    const miss = cacheMissOf(request, requests[index - 1])
    const turn = miss && turnOf(request, turns)
    if (turn) misses.set(turn.id, [...(misses.get(turn.id) ?? []), miss])
  })
  for (const list of misses.values()) list.sort((a, b) => (b.extraNanoUsd ?? 0) - (a.extraNanoUsd ?? 0))
  return misses
}

/** The last request that began in a turn: the one that carries all of it. */
export function lastRequestOf(turn: Turn, turns: readonly Turn[], requests: readonly Request[]): Request | undefined {
  return requests.findLast((request) => turnOf(request, turns)?.id === turn.id)
}

/** What only keeps a prefix warm is no turn's doing, though it falls into the time after one. */
function turnOf(request: Request, turns: readonly Turn[]): Turn | undefined {
  if (request.purpose === 'keep-warm') return undefined
  return turns[lastStarted(turns, request.startedAt)]
}
