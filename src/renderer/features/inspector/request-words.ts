// What is said about a request beyond its figures: only when there is something to say.
import type { Request } from '../../../shared/domain/ledger'
import type { Usage } from '../../../shared/domain/units'
import { newEpochText } from '../../threads/cache-miss'
import { formatDuration } from '../../ui/format-time'

export interface RequestRemark {
  text: string
  bad: boolean
}

const OUTCOMES: Record<Exclude<Request['outcome'], 'ok'>, string> = {
  retried: 'It failed and was sent again.',
  broken: 'Its stream broke; what had arrived is kept.',
  refused: 'The provider refused it.',
  cancelled: 'It was stopped on the way.',
}

/**
 * Null for a request that went as planned.
 *
 * @param previous the request of the thread before it
 */
export function outcomeWords(request: Request, previous?: Pick<Request, 'model'>): RequestRemark | null {
  const parts: string[] = []
  if (request.outcome !== 'ok') parts.push(OUTCOMES[request.outcome])
  const epoch = newEpochText(request, previous)
  // That a provider misses what a person chose to change is no news.
  const missed = epoch === null && request.cacheMissReason !== null
  if (epoch !== null) parts.push(`The cache starts again here; ${epoch}.`)
  if (missed) parts.push(`The cache was missed: ${request.cacheMissReason}.`)
  if (request.cacheDiagnosis === 'pending')
    parts.push('Not yet compared with the request before: the provider had not finished when it answered.')
  if (epoch === null && request.firstDifference) parts.push(`It differs first at ${request.firstDifference}.`)
  if (parts.length === 0) return null
  if (request.requestId && request.outcome !== 'ok') parts.push(request.requestId)
  const bad = request.outcome === 'refused' || request.outcome === 'broken' || missed
  return { text: parts.join(' '), bad }
}

/** What a request was for that no turn asked for; null for all others. */
export function keepWarmWords({ purpose }: Pick<Request, 'purpose'>): string | null {
  return purpose === 'keep-warm' ? 'Kept the prefix warm; nothing was generated.' : null
}

/** What the provider’s comparison with the request before says, in a few words. */
export function comparedWords({ cacheDiagnosis, cacheMissReason }: Request): string {
  const words = { none: '–', pending: 'not yet compared', matched: 'no change' }
  return cacheDiagnosis === 'missed' ? (cacheMissReason ?? '').replaceAll('_', ' ') : words[cacheDiagnosis]
}

/** Tokens written to the cache, for whatever time. */
export function writtenOf(usage: Usage): number {
  return usage.cacheWrite5m + usage.cacheWrite1h
}

/** How long the first event took; what has not come yet is told as such. */
export function firstEventText({ firstEventAt, startedAt, endedAt }: Request): string {
  if (firstEventAt !== null) return formatDuration(firstEventAt - startedAt)
  return endedAt === null ? 'on its way' : '–'
}

/** A link of the hash chain, short: `9c41…e07a`. */
export function shortLink(link: string): string {
  return link.length > 12 ? `${link.slice(0, 4)}…${link.slice(-4)}` : link
}
