// The bars of the wire view: how wide each part of a request is drawn. Pure.
import type { Request } from '../../../../shared/domain/ledger'
import type { Usage } from '../../../../shared/domain/units'
import { sentOf } from '../../../threads/usage-figures'

export interface BarPart {
  kind: 'read' | 'written' | 'fresh'
  tokens: number
  /** Per cent of the widest bar. */
  width: number
}

/** What is there is seen: no part is drawn narrower, in per cent. */
const LEAST = 0.8

/** The tokens of the longest request of a list, forecasts included: the width all bars are drawn to. */
export function widestOf(requests: readonly Request[]): number {
  return requests.reduce((most, request) => Math.max(most, sentOf(request.usage), forecastSent(request)), 0)
}

/** The parts of a bar from left to right: read from the cache, written to it, fresh. Parts without tokens are left out. */
export function barParts(usage: Usage, widest: number): BarPart[] {
  if (widest <= 0) return []
  const all: [BarPart['kind'], number][] = [
    ['read', usage.cacheRead],
    ['written', usage.cacheWrite5m + usage.cacheWrite1h],
    ['fresh', usage.input],
  ]
  const there = all.filter(([, tokens]) => tokens > 0)
  const drawn = there.map(([kind, tokens]) => ({ kind, tokens, width: Math.max(LEAST, (tokens / widest) * 100) }))
  // What the small parts were given is taken from the widest one.
  const over = drawn.reduce((sum, part) => sum + part.width, 0) - 100
  if (over <= 0) return drawn
  const widestPart = Math.max(...drawn.map((part) => part.width))
  return drawn.map((part) => (part.width === widestPart ? { ...part, width: part.width - over } : part))
}

/** Up to where the forecast would read, in per cent of the widest bar; null without a forecast, or where it reads nothing. */
export function forecastMark({ forecast }: Request, widest: number): number | null {
  const read = forecast?.usage.cacheRead ?? 0
  return read > 0 && widest > 0 ? Math.min(100, (read / widest) * 100) : null
}

function forecastSent({ forecast }: Request): number {
  return forecast ? sentOf(forecast.usage) : 0
}

export interface LedgerSums {
  forecast: number | null
  /** What the input sides were billed: the half a forecast is about. */
  input: number | null
  output: number | null
  billed: number | null
}

/** The sums of a list, in NanoUsd; null where nothing is known of a column. */
export function sumsOf(requests: readonly Request[]): LedgerSums {
  const sum = (pick: (request: Request) => number | null | undefined) => {
    const known = requests.flatMap((request) => pick(request) ?? [])
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0)
  }
  return {
    forecast: sum((request) => request.forecast?.nanoUsd),
    input: sum((request) => request.inputNanoUsd),
    output: sum(outputNanoUsd),
    billed: sum((request) => request.money.nanoUsd),
  }
}

/** What the answer to a request was billed. */
export function outputNanoUsd({ money, inputNanoUsd }: Request): number | null {
  if (money.nanoUsd === null || inputNanoUsd === undefined || inputNanoUsd === null) return null
  return money.nanoUsd - inputNanoUsd
}
