import { describe, expect, it } from 'vitest'
import { NO_USAGE } from '../../../../shared/domain/units'
import { viewRequest } from '../../../../testing/domain-views'
import { barParts, forecastMark, outputNanoUsd, sumsOf, widestOf } from './request-bars'

const usage = { ...NO_USAGE, cacheRead: 900, cacheWrite5m: 60, cacheWrite1h: 40, input: 1, output: 500 }

describe('the bars of requests', () => {
  it('are drawn to the widest of the list, without what was answered', () => {
    const forecast = { usage: { ...NO_USAGE, cacheRead: 2000 }, nanoUsd: null }
    expect(widestOf([viewRequest({ id: 'a', usage }), viewRequest({ id: 'b', usage: NO_USAGE })])).toBe(1001)
    expect(widestOf([viewRequest({ id: 'a', usage, forecast })])).toBe(2000)
    expect(widestOf([])).toBe(0)
  })

  it('show read, written and fresh in this order, and what is small is still seen', () => {
    const parts = barParts(usage, 2002)
    expect(parts.map(({ kind, tokens }) => [kind, tokens])).toEqual([
      ['read', 900],
      ['written', 100],
      ['fresh', 1],
    ])
    expect(parts[0]?.width).toBeCloseTo(44.96)
    expect(parts[2]?.width).toBe(0.8)
  })

  it('never grow beyond their place for the sake of small parts', () => {
    const whole = barParts(usage, 1001).reduce((sum, part) => sum + part.width, 0)
    expect(whole).toBeCloseTo(100)
  })

  it('leave out what was not sent', () => {
    expect(barParts({ ...NO_USAGE, cacheWrite5m: 5 }, 10).map((part) => part.kind)).toEqual(['written'])
    expect(barParts(usage, 0)).toEqual([])
  })

  it('bear a tick where the forecast would have read to', () => {
    const forecast = { usage: { ...NO_USAGE, cacheRead: 500 }, nanoUsd: 1 }
    expect(forecastMark(viewRequest({ id: 'a', forecast }), 1000)).toBe(50)
    expect(forecastMark(viewRequest({ id: 'a', forecast: { usage: NO_USAGE, nanoUsd: 1 } }), 1000)).toBeNull()
    expect(forecastMark(viewRequest({ id: 'a' }), 1000)).toBeNull()
  })
})

describe('the sums of a ledger', () => {
  const money = { nanoUsd: 30, withoutSharingNanoUsd: 30 }
  const known = viewRequest({ id: 'a', money, inputNanoUsd: 20, forecast: { usage: NO_USAGE, nanoUsd: 18 } })
  const unknown = viewRequest({ id: 'b', money: { nanoUsd: null, withoutSharingNanoUsd: null }, inputNanoUsd: null })

  it('lay the forecast beside what the input side was billed, and the answers apart', () => {
    expect(sumsOf([known, known])).toEqual({ forecast: 36, input: 40, output: 20, billed: 60 })
  })

  it('pass over what has no price, and are unknown only where nothing is known', () => {
    expect(sumsOf([known, unknown])).toMatchObject({ input: 20, billed: 30 })
    expect(sumsOf([unknown])).toEqual({ forecast: null, input: null, output: null, billed: null })
    expect(outputNanoUsd(unknown)).toBeNull()
  })
})
