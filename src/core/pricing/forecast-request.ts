// What one request will be billed, predicted before it is sent from what earlier ones were billed.
import type { Usage } from '../../shared/domain/units'
import { estimateTokens } from './forecast'

/** An answered request whose whole prompt is the beginning of the one to come. */
export interface KnownPrefix {
  /** Tokens of its prompt, as the provider counted them. */
  tokens: number
  /** Characters of its prompt, as we sent them. */
  chars: number
  /** Whether what it wrote can still be read. */
  warm: boolean
}

export interface RequestToForecast {
  ttl: '5m' | '1h'
  chars: number
  /** The best one known; null for the first request of a session. */
  prefix: KnownPrefix | null
  /** Prompts shorter than this are not cached. */
  minCacheTokens: number
}

/** The input side of a request; what it will answer nobody knows, so `output` is 0. */
export function forecastRequest({ ttl, chars, prefix, minCacheTokens }: RequestToForecast): Usage {
  const shared = prefix?.tokens ?? 0
  const added = tokensOf(Math.max(0, chars - (prefix?.chars ?? 0)), prefix)
  const read = prefix?.warm ? shared : 0
  const rest = shared + added - read
  const cached = shared + added >= minCacheTokens
  return {
    input: cached ? 0 : rest,
    cacheRead: cached ? read : 0,
    cacheWrite5m: cached && ttl === '5m' ? rest : 0,
    cacheWrite1h: cached && ttl === '1h' ? rest : 0,
    output: 0,
  }
}

/** The provider's own ratio where it is known: languages and code differ. */
function tokensOf(chars: number, prefix: KnownPrefix | null): number {
  if (!prefix || prefix.chars === 0 || prefix.tokens === 0) return estimateTokens(chars)
  return Math.ceil((chars * prefix.tokens) / prefix.chars)
}
