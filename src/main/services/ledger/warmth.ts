// Warmth, from our own ledger: a write or read of a prefix within its time to live, counted from the request's start.
import type { RequestRecord } from '../../store/records'
import type { HostParts } from '../host-parts'

const TTL_MS = { '5m': 5 * 60_000, '1h': 60 * 60_000 } as const

/** Until when what a request wrote or read stays in the cache; null when it got no answer. */
export function warmAfter(request: RequestRecord): number | null {
  return request.firstEventAt === null ? null : request.startedAt + TTL_MS[request.ttl]
}

/** Until when what a thread last sent can be read from the cache; null when it never got an answer. */
export function warmUntil(parts: Pick<HostParts, 'store'>, threadId: string): number | null {
  const answered = parts.store.requests.lastAnswered(threadId)
  return answered ? warmAfter(answered) : null
}
