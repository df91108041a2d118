// When a prefix that is kept warm has to be read again, and what that costs.
import type { KeepWarmPrice } from '../../shared/domain/keep-warm'
import { NO_USAGE, type Usage } from '../../shared/domain/units'
import { costOf } from './cost'
import type { Price } from './forecast'

/** How long an entry lives from the start of the request that wrote or read it last. */
export const TTL_MS = { '5m': 5 * 60_000, '1h': 60 * 60_000 } as const

/** So long before an entry expires it is read again: time for a slow connection and a short queue. */
export const LEAD_MS = 30_000

export interface PrefixToKeep {
  model: string
  ttl: '5m' | '1h'
  /** The input side of the request that is repeated, as the provider counted it. */
  usage: Usage
  /** Until when its entry lives. */
  warmUntil: number
}

const NOTHING: Price = { usage: NO_USAGE, nanoUsd: 0 }

/** The price of keeping nothing warm. */
export const KEEPS_NOTHING: KeepWarmPrice = { untilAt: null, refreshes: 0, first: NOTHING, each: NOTHING, ...NOTHING }

/** When the next refresh is due: now for a cold prefix; null where the entry outlives the end that was chosen. */
export function nextRefresh(warmUntil: number, untilAt: number, nowMs: number): number | null {
  if (warmUntil >= untilAt || nowMs >= untilAt) return null
  return Math.max(nowMs, warmUntil - LEAD_MS)
}

/** What keeping a prefix warm until a moment takes: how many refreshes, at what price. */
export function keepWarmPrice(prefix: PrefixToKeep, untilAt: number, nowMs: number): KeepWarmPrice {
  const { ttl, model } = prefix
  let refreshes = 0
  let { warmUntil } = prefix
  for (let at = nextRefresh(warmUntil, untilAt, nowMs); at !== null; ) {
    refreshes++
    warmUntil = at + TTL_MS[ttl]
    at = nextRefresh(warmUntil, untilAt, at)
  }
  const each = priced(model, readAgain(prefix.usage))
  const first = refreshPrice(prefix, nowMs)
  if (refreshes === 0) return { ...KEEPS_NOTHING, untilAt, each }
  const times = refreshes - 1
  const usage = {
    input: first.usage.input + each.usage.input * times,
    cacheRead: first.usage.cacheRead + each.usage.cacheRead * times,
    cacheWrite5m: first.usage.cacheWrite5m,
    cacheWrite1h: first.usage.cacheWrite1h,
    output: 0,
  }
  const nanoUsd = first.nanoUsd === null || each.nanoUsd === null ? null : first.nanoUsd + each.nanoUsd * times
  return { untilAt, refreshes, first, each, usage, nanoUsd }
}

/** What one refresh sent now costs: a read of all of it, or where it has gone cold a write. */
export function refreshPrice({ model, ttl, usage, warmUntil }: PrefixToKeep, nowMs: number): Price {
  return priced(model, warmUntil > nowMs ? readAgain(usage) : writtenAgain(usage, ttl))
}

function priced(model: string, usage: Usage): Price {
  return { usage, nanoUsd: costOf(model, usage) }
}

/** All of it that is in the cache is read; what was too short for an entry of its own is sent fresh again. */
function readAgain({ input, cacheRead, cacheWrite5m, cacheWrite1h }: Usage): Usage {
  return { ...NO_USAGE, input, cacheRead: cacheRead + cacheWrite5m + cacheWrite1h }
}

function writtenAgain({ input, cacheRead, cacheWrite5m, cacheWrite1h }: Usage, ttl: '5m' | '1h'): Usage {
  const written = cacheRead + cacheWrite5m + cacheWrite1h
  return { ...NO_USAGE, input, ...(ttl === '5m' ? { cacheWrite5m: written } : { cacheWrite1h: written }) }
}
