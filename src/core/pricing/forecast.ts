// What forks would cost, before they are started.
import type { NanoUsd, Usage } from '../../shared/domain/units'
import { costOf } from './cost'

export interface ForecastFacts {
  model: string
  ttl: '5m' | '1h'
  /** Tokens of the prefix up to the branch point, from the provider's own count of the branch turn. */
  sharedTokens: number
  warm: boolean
  /** Characters each sibling adds that are the same for all (the instruction). */
  commonChars: number
  /** Characters only this fork adds (its directive). */
  directiveChars: number
}

export interface Price {
  usage: Usage
  nanoUsd: NanoUsd | null
}

/** About four characters make a token; used only for what no provider has counted yet. */
const CHARS_PER_TOKEN = 4

/** An estimate of the tokens of a text no provider has counted. */
export function estimateTokens(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN)
}

/** The input side of a fork's first request: the first of a group, and each next one. */
export function forecastForks(facts: ForecastFacts): { first: Price; next: Price } {
  const common = estimateTokens(facts.commonChars)
  const own = estimateTokens(facts.directiveChars)
  const first = facts.warm
    ? written(facts.ttl, common + own, facts.sharedTokens)
    : written(facts.ttl, facts.sharedTokens + common + own, 0)
  const next = written(facts.ttl, own, facts.sharedTokens + common)
  return {
    first: { usage: first, nanoUsd: costOf(facts.model, first) },
    next: { usage: next, nanoUsd: costOf(facts.model, next) },
  }
}

/** What a fresh agent would pay to read for itself what the fork inherits, sent once and written to the cache. */
export function freshAgentCost(facts: ForecastFacts): NanoUsd | null {
  return costOf(
    facts.model,
    written(facts.ttl, facts.sharedTokens + estimateTokens(facts.commonChars + facts.directiveChars), 0),
  )
}

/**
 * What the first request of a fresh agent would cost, which knows nothing but its task.
 *
 * @param ownChars of its prompt and its tools
 */
export function freshStartCost(facts: ForecastFacts, ownChars: number): NanoUsd | null {
  return costOf(facts.model, written(facts.ttl, estimateTokens(ownChars + facts.directiveChars), 0))
}

function written(ttl: '5m' | '1h', tokens: number, read: number): Usage {
  return {
    input: 0,
    cacheRead: read,
    cacheWrite5m: ttl === '5m' ? tokens : 0,
    cacheWrite1h: ttl === '1h' ? tokens : 0,
    output: 0,
  }
}
