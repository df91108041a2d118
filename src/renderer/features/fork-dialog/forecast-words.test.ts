import { describe, expect, it } from 'vitest'
import { NO_USAGE } from '../../../shared/domain/units'
import { type Forecast, forecastWords } from './forecast-words'

const NOW = new Date(2026, 10, 30, 14, 30).getTime()

const warm: Forecast = {
  sharedTokens: 48_500,
  warm: true,
  warmUntil: NOW + 8 * 60_000,
  first: { usage: { ...NO_USAGE, cacheRead: 48_500, cacheWrite5m: 700 }, nanoUsd: 21_000_000 },
  next: { usage: { ...NO_USAGE, cacheRead: 48_500, cacheWrite5m: 700 }, nanoUsd: 21_000_000 },
  freshAgentNanoUsd: 260_000_000,
}

describe('the forecast', () => {
  it('says the price of the first, what it would be cold, of each next, and of all', () => {
    const words = forecastWords(warm, 3, NOW)
    expect(words.each).toBe('first $0.021 (cold: $0.260), each next $0.021')
    expect(words).toMatchObject({ total: '$0.063', unshared: '$0.780', shared: '48.5k tokens shared' })
    expect(words).toMatchObject({ warmth: 'warm until 14:38', warm: true, read: 145_500, written: 2100, fresh: 0 })
  })

  it('says what agents that know nothing of this would cost, where that is known', () => {
    const fresh: Forecast = { ...warm, freshStartNanoUsd: 30_000_000 }
    expect(forecastWords(fresh, 1, NOW).freshStart).toBe(
      'a fresh agent, which knows nothing of this, would cost about $0.030',
    )
    expect(forecastWords(fresh, 2, NOW).freshStart).toMatch(/^fresh agents,.* would cost about \$0\.030 each$/)
    expect(forecastWords({ ...warm, freshStartNanoUsd: null }, 1, NOW).freshStart).toBeNull()
  })

  it('says nothing of next ones for a single fork', () => {
    expect(forecastWords(warm, 1, NOW).each).toBe('first $0.021 (cold: $0.260)')
  })

  it('says that a cold first is cold, and that a cache went cold since it was asked', () => {
    const cold = forecastWords({ ...warm, warm: false, warmUntil: null }, 2, NOW)
    expect(cold.each).toBe('first $0.021 (cold), each next $0.021')
    expect(cold.warm).toBe(false)
    expect(forecastWords(warm, 1, NOW + 9 * 60_000).warm).toBe(false)
  })

  it('counts tokens only where the model has no price', () => {
    const unpriced: Forecast = {
      ...warm,
      first: { ...warm.first, nanoUsd: null },
      next: { ...warm.next, nanoUsd: null },
      freshAgentNanoUsd: null,
    }
    const words = forecastWords(unpriced, 2, NOW)
    expect(words).toMatchObject({ total: null, unshared: null })
    expect(words.each).toBe('first 48.5k read, 700 new, each next 48.5k read, 700 new')
  })
})
