import type { Money, Usage } from '../../shared/domain/units'

/** All tokens of a usage. */
export function tokensOf(usage: Usage): number {
  return sentOf(usage) + usage.output
}

/** The tokens that were sent: read from the cache, written to it, or neither. */
export function sentOf(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
}

/** The sum of usages, count by count. */
export function sumUsage(all: readonly Usage[]): Usage {
  const total = (pick: (usage: Usage) => number) => all.reduce((sum, usage) => sum + pick(usage), 0)
  return {
    input: total((usage) => usage.input),
    cacheRead: total((usage) => usage.cacheRead),
    cacheWrite5m: total((usage) => usage.cacheWrite5m),
    cacheWrite1h: total((usage) => usage.cacheWrite1h),
    output: total((usage) => usage.output),
  }
}

/** The sum of the prices that are known; null when none is. */
export function sumMoney(all: readonly Money[]): Money {
  return {
    nanoUsd: sum(all.map((money) => money.nanoUsd)),
    withoutSharingNanoUsd: sum(all.map((money) => money.withoutSharingNanoUsd)),
  }
}

/** What sharing saved, in NanoUsd; null while either side is unknown. */
export function savedNanoUsd(money: Money): number | null {
  if (money.nanoUsd === null || money.withoutSharingNanoUsd === null) return null
  return Math.max(0, money.withoutSharingNanoUsd - money.nanoUsd)
}

function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0)
}
