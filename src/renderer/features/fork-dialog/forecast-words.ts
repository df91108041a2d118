// The forecast of a fork in words and figures.
import type { CommandResult } from '../../../shared/contract/commands'
import type { Usage } from '../../../shared/domain/units'
import { formatCount } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import { formatClock } from '../../ui/format-time'

export type Forecast = CommandResult<'fork.forecast'>

export interface ForecastWords {
  /** The price of all forks together; null where the model has no price. */
  total: string | null
  /** `first $0.021 (cold: $0.26), each next $0.021`, or the same in tokens where there is no price. */
  each: string
  /** What as many fresh starts would cost; null where unknown. */
  unshared: string | null
  /** What an agent that inherits nothing would cost; null where unknown. */
  freshStart: string | null
  shared: string
  warmth: string
  warm: boolean
  /** Tokens of all first requests together, for the bar. */
  read: number
  fresh: number
  written: number
}

/** Says what `count` forks would cost, before they are started. */
export function forecastWords(forecast: Forecast, count: number, nowMs: number): ForecastWords {
  const { first, next } = forecast
  const further = Math.max(0, count - 1)
  const sum = (part: (usage: Usage) => number) => part(first.usage) + further * part(next.usage)
  const fresh = forecast.freshAgentNanoUsd
  const priced = first.nanoUsd !== null && next.nanoUsd !== null
  return {
    total: priced ? formatMoney((first.nanoUsd ?? 0) + further * (next.nanoUsd ?? 0)) : null,
    each: priced ? eachInMoney(forecast, count) : eachInTokens(first.usage, next.usage, count),
    unshared: fresh === null ? null : formatMoney(fresh * count),
    freshStart: freshStartWords(forecast.freshStartNanoUsd ?? null, count),
    shared: `${formatCount(forecast.sharedTokens)} tokens shared`,
    warmth: warmthOf(forecast, nowMs),
    warm: isWarm(forecast, nowMs),
    read: sum((usage) => usage.cacheRead),
    fresh: sum((usage) => usage.input),
    written: sum(writtenTokens),
  }
}

function freshStartWords(nanoUsd: number | null, count: number): string | null {
  if (nanoUsd === null) return null
  return count > 1
    ? `fresh agents, which know nothing of this, would cost about ${formatMoney(nanoUsd)} each`
    : `a fresh agent, which knows nothing of this, would cost about ${formatMoney(nanoUsd)}`
}

function eachInMoney({ first, next, warm, freshAgentNanoUsd }: Forecast, count: number): string {
  const cold = warm ? (freshAgentNanoUsd === null ? '' : ` (cold: ${formatMoney(freshAgentNanoUsd)})`) : ' (cold)'
  const rest = count > 1 ? `, each next ${formatMoney(next.nanoUsd)}` : ''
  return `first ${formatMoney(first.nanoUsd)}${cold}${rest}`
}

function eachInTokens(first: Usage, next: Usage, count: number): string {
  const tokens = (usage: Usage) =>
    `${formatCount(usage.cacheRead)} read, ${formatCount(writtenTokens(usage) + usage.input)} new`
  return `first ${tokens(first)}${count > 1 ? `, each next ${tokens(next)}` : ''}`
}

function warmthOf(forecast: Forecast, nowMs: number): string {
  if (!isWarm(forecast, nowMs)) return 'cold: the first writes it anew'
  return forecast.warmUntil === null ? 'warm' : `warm until ${formatClock(forecast.warmUntil, nowMs)}`
}

function isWarm(forecast: Forecast, nowMs: number): boolean {
  return forecast.warm && (forecast.warmUntil === null || forecast.warmUntil > nowMs)
}

function writtenTokens(usage: Usage): number {
  return usage.cacheWrite5m + usage.cacheWrite1h
}
