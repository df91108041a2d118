import type { Request } from '../../../shared/domain/ledger'
import type { Turn } from '../../../shared/domain/turn'

/**
 * What each turn cost, in NanoUsd by turn id: the sum of the requests that began while it ran. A turn with a request of
 * unknown price has no sum.
 *
 * @param turns by their number, all of one thread, as the requests are
 */
export function moneyByTurn(turns: readonly Turn[], requests: readonly Request[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number | null>()
  for (const request of requests) {
    const turn = turns.findLast((each) => each.startedAt <= request.startedAt)
    if (!turn) continue
    const before = sums.get(turn.id)
    const price = request.money.nanoUsd
    sums.set(turn.id, before === null || price === null ? null : (before ?? 0) + price)
  }
  return new Map([...sums].flatMap(([id, sum]) => (sum === null ? [] : [[id, sum] as const])))
}
