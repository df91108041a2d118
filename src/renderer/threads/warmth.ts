// Whether what a thread sent last can still be read from the cache, and what it costs to wake it when not. Pure.
import type { CommandResult } from '../../shared/contract/commands'
import { LIVE_STATES } from '../../shared/domain/live-states'
import type { Thread } from '../../shared/domain/thread'
import { formatCount } from '../ui/format-count'
import { formatMoney } from '../ui/format-money'
import { formatClock } from '../ui/format-time'
import { sentOf } from './usage-figures'

/** Below so many tokens, waking a cold thread costs too little to speak of. */
const WORTH_SAYING = 2000

type Resting = Pick<Thread, 'state' | 'warmUntil'>

/** Whether a thread rests and has something in the cache, or had: only then is there anything to say. */
export function hasWarmth({ state, warmUntil }: Resting): boolean {
  return warmUntil !== null && state !== 'discarded' && !LIVE_STATES.has(state)
}

/** `warm until 14:38`, `kept warm until 15:10` where somebody pays for that, or `cold`; null where there is nothing to say. */
export function warmthWords(thread: Resting & Pick<Thread, 'keepWarm'>, nowMs: number): string | null {
  if (thread.warmUntil === null || !hasWarmth(thread)) return null
  if (thread.keepWarm?.state === 'on') return `kept warm until ${formatClock(thread.keepWarm.untilAt, nowMs)}`
  return isCold(thread, nowMs) ? 'cold' : `warm until ${formatClock(thread.warmUntil, nowMs)}`
}

/** Whether a resting thread has outlived its cache. */
export function isCold(thread: Resting, nowMs: number): boolean {
  return hasWarmth(thread) && (thread.warmUntil ?? 0) <= nowMs
}

/** `cold: about $0.26 to wake`; null for what is warm after all, and for a history too short to matter. */
export function wakeWords(
  forecast: Pick<CommandResult<'thread.forecast'>, 'warm' | 'usage' | 'nanoUsd'>,
): string | null {
  const sent = sentOf(forecast.usage)
  if (forecast.warm || sent <= WORTH_SAYING) return null
  const price = forecast.nanoUsd === null ? `${formatCount(sent)} tokens` : formatMoney(forecast.nanoUsd)
  return `cold: about ${price} to wake`
}
