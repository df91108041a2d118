// Warmth, from our own ledger: a write or read of a prefix within its time to live, counted from the request's start.
import { TTL_MS } from '../../../core/pricing/keep-warm-price'
import type { RequestRecord } from '../../store/records'
import type { HostParts } from '../host-parts'

/** Until when what a request wrote or read stays in the cache; null when it got no answer. */
export function warmAfter(request: RequestRecord): number | null {
  return request.firstEventAt === null ? null : request.startedAt + TTL_MS[request.ttl]
}

/**
 * Until when exactly what a request sent can be read from the cache: whoever sent the same again, be it only to keep it
 * warm, prolonged that. Null when it got no answer.
 */
export function prefixWarmUntil({ store }: Pick<HostParts, 'store'>, request: RequestRecord): number | null {
  const own = warmAfter(request)
  if (own === null) return null
  const again = store.requests.lastForPrefix(request.prefix.link)
  return Math.max(own, (again && warmAfter(again)) ?? own)
}

/** Until when what a thread last sent can be read from the cache; null when it never got an answer. */
export function warmUntil(parts: Pick<HostParts, 'store'>, threadId: string): number | null {
  const answered = parts.store.requests.lastAnswered(threadId)
  return answered ? prefixWarmUntil(parts, answered) : null
}
