// What is said about a request beyond its figures: only when there is something to say.
import type { Request } from '../../../shared/domain/ledger'
import type { Usage } from '../../../shared/domain/units'

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

/** Null for a request that went as planned. */
export function outcomeWords(request: Request): RequestRemark | null {
  const parts: string[] = []
  if (request.outcome !== 'ok') parts.push(OUTCOMES[request.outcome])
  if (request.cacheMissReason) parts.push(`The cache was missed: ${request.cacheMissReason}.`)
  if (request.firstDifference) parts.push(`It differs first at ${request.firstDifference}.`)
  if (parts.length === 0) return null
  if (request.requestId && request.outcome !== 'ok') parts.push(request.requestId)
  const bad = request.outcome === 'refused' || request.outcome === 'broken' || request.cacheMissReason !== null
  return { text: parts.join(' '), bad }
}

/** Tokens written to the cache, for whatever time. */
export function writtenOf(usage: Usage): number {
  return usage.cacheWrite5m + usage.cacheWrite1h
}
