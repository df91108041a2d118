// What usage costs.
import type { Money, NanoUsd, Usage } from '../../shared/domain/units'
import { modelFacts } from './model-table'

/** The price of a usage in NanoUsd; null where the model is not in the table: money is not invented. */
export function costOf(model: string, usage: Usage): NanoUsd | null {
  const { price } = modelFacts(model)
  if (!price) return null
  return (
    usage.input * price.input +
    usage.cacheRead * price.read +
    usage.cacheWrite5m * price.write5m +
    usage.cacheWrite1h * price.write1h +
    usage.output * price.output
  )
}

/**
 * A request's money. Without sharing, the first request of a thread would have been written in full; later ones are
 * the same either way.
 */
export function moneyOf(model: string, usage: Usage, ttl: '5m' | '1h', firstOfThread: boolean): Money {
  const billed = costOf(model, usage)
  if (billed === null) return { nanoUsd: null, withoutSharingNanoUsd: null }
  if (!firstOfThread) return { nanoUsd: billed, withoutSharingNanoUsd: billed }
  const written = usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
  const alone: Usage = {
    input: usage.input,
    cacheRead: 0,
    cacheWrite5m: ttl === '5m' ? written : 0,
    cacheWrite1h: ttl === '1h' ? written : 0,
    output: usage.output,
  }
  return { nanoUsd: billed, withoutSharingNanoUsd: costOf(model, alone) }
}

/** The sum of two moneys; unknown plus known stays known, so that one odd request does not hide a session's bill. */
export function addMoney(a: Money, b: Money): Money {
  return {
    nanoUsd: sum(a.nanoUsd, b.nanoUsd),
    withoutSharingNanoUsd: sum(a.withoutSharingNanoUsd, b.withoutSharingNanoUsd),
  }
}

function sum(a: NanoUsd | null, b: NanoUsd | null): NanoUsd | null {
  if (a === null) return b
  return b === null ? a : a + b
}
