// What keeping a thread warm costs and how it stands, in words. Pure.
import type { KeepWarm, KeepWarmPrice } from '../../../../shared/domain/keep-warm'
import { sentOf } from '../../../threads/usage-figures'
import { formatCount } from '../../../ui/format-count'
import { formatMoney } from '../../../ui/format-money'
import { formatClock } from '../../../ui/format-time'

/** For how long a thread is offered to be kept warm. */
export const OFFERED_MINUTES = [15, 30, 60, 120] as const

/** `30 min`, `2 h`. */
export function spanWords(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`
}

/**
 * `6 refreshes × $0.012 = $0.072`; of a cold thread `$0.26 to write it again, then 5 refreshes × $0.012 = $0.32`. Without a
 * price in tokens.
 */
export function priceWords(price: KeepWarmPrice): string {
  const { refreshes, first, each } = price
  if (refreshes === 0) return 'it stays warm that long by itself'
  const isCold = first.usage.cacheRead < each.usage.cacheRead
  const times = isCold ? refreshes - 1 : refreshes
  const parts = [
    ...(isCold ? [`${amountOf(first)} to write it again`] : []),
    ...(times > 0 ? [`${isCold ? 'then ' : ''}${refreshWords(times)} × ${factorOf(each)}`] : []),
  ]
  const sum = refreshes === 1 ? '' : ` = ${amountOf(price)}`
  return parts.join(', ') + sum
}

/** How it stands; null where nobody keeps it warm and there is nothing left to say. */
export function stateWords(keepWarm: KeepWarm | null, nowMs: number): string | null {
  if (keepWarm === null) return null
  const until = formatClock(keepWarm.untilAt, nowMs)
  if (keepWarm.state === 'ended') return `No longer kept warm. ${keepWarm.reason ?? ''}`.trim()
  if (keepWarm.state === 'paused') return `Keeping warm until ${until} is paused. ${keepWarm.reason ?? ''}`.trim()
  const sent = keepWarm.refreshes === 0 ? '' : ` · ${refreshWords(keepWarm.refreshes)} so far`
  return `kept warm until ${until}${sent}`
}

function refreshWords(count: number): string {
  return `${count} ${count === 1 ? 'refresh' : 'refreshes'}`
}

function amountOf({ usage, nanoUsd }: Pick<KeepWarmPrice, 'usage' | 'nanoUsd'>): string {
  return nanoUsd === null ? `${formatCount(sentOf(usage))} tokens` : formatMoney(nanoUsd)
}

/** What is multiplied is told exactly enough for its product to be believed. */
function factorOf(price: KeepWarmPrice['each']): string {
  const usd = (price.nanoUsd ?? 0) / 1e9
  return usd > 0 && usd < 0.01 ? `$${Number(usd.toPrecision(2))}` : amountOf(price)
}
