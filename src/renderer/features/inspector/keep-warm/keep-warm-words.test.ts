import { describe, expect, it } from 'vitest'
import type { KeepWarm, KeepWarmPrice } from '../../../../shared/domain/keep-warm'
import { NO_USAGE } from '../../../../shared/domain/units'
import { priceWords, spanWords, stateWords } from './keep-warm-words'

const NOON = new Date(2026, 10, 30, 12).getTime()

const read = { usage: { ...NO_USAGE, cacheRead: 60_000 }, nanoUsd: 12_000_000 }
const small = { ...read, nanoUsd: 781_000 }
const written = { usage: { ...NO_USAGE, cacheWrite5m: 60_000 }, nanoUsd: 300_000_000 }
const price = (refreshes: number, first: typeof read | typeof written, nanoUsd: number): KeepWarmPrice => ({
  untilAt: NOON,
  refreshes,
  first,
  each: read,
  usage: { ...NO_USAGE, cacheRead: 60_000 * refreshes },
  nanoUsd,
})

describe('the price of keeping warm', () => {
  it('is so many refreshes at so much', () => {
    expect(priceWords(price(6, read, 72_000_000))).toBe('6 refreshes × $0.012 = $0.072')
    expect(priceWords(price(1, read, 12_000_000))).toBe('1 refresh × $0.012')
    expect(priceWords({ ...price(3, read, 2_343_000), first: small, each: small })).toBe(
      '3 refreshes × $0.00078 = $0.002',
    )
  })

  it('begins with a write where the thread has gone cold', () => {
    expect(priceWords(price(6, written, 360_000_000))).toBe(
      '$0.300 to write it again, then 5 refreshes × $0.012 = $0.360',
    )
    expect(priceWords(price(1, written, 300_000_000))).toBe('$0.300 to write it again')
  })

  it('is told in tokens where the model has no price', () => {
    const each = { ...read, nanoUsd: null }
    expect(priceWords({ ...price(6, read, 0), first: each, each, nanoUsd: null })).toBe(
      '6 refreshes × 60k tokens = 360k tokens',
    )
  })

  it('is nothing where the entry lives longer than that', () => {
    expect(priceWords(price(0, read, 0))).toBe('it stays warm that long by itself')
  })
})

describe('how it stands', () => {
  const kept: KeepWarm = { state: 'on', untilAt: NOON + 3_600_000, nextAt: NOON, refreshes: 0, reason: null }

  it('is until when, and what was sent', () => {
    expect(stateWords(null, NOON)).toBeNull()
    expect(stateWords(kept, NOON)).toBe('kept warm until 13:00')
    expect(stateWords({ ...kept, refreshes: 1 }, NOON)).toBe('kept warm until 13:00 · 1 refresh so far')
  })

  it('is why it pauses or has ended', () => {
    expect(stateWords({ ...kept, state: 'paused', reason: 'The limit is used up.' }, NOON)).toBe(
      'Keeping warm until 13:00 is paused. The limit is used up.',
    )
    expect(stateWords({ ...kept, state: 'ended', reason: 'It went cold.' }, NOON)).toBe(
      'No longer kept warm. It went cold.',
    )
  })
})

it('spans are told in minutes and hours', () => {
  expect([15, 60, 120].map(spanWords)).toEqual(['15 min', '1 h', '2 h'])
})
