import { describe, expect, test } from 'vitest'
import { NO_USAGE, type Usage } from '../../shared/domain/units'
import { addMoney, costOf, moneyOf } from './cost'
import { estimateTokens, type ForecastFacts, forecastForks, freshAgentCost } from './forecast'

const OPUS = 'claude-opus-5-5'
const usage: Usage = { input: 10, cacheRead: 1000, cacheWrite5m: 100, cacheWrite1h: 50, output: 20 }
const MILLION = 1_000_000

describe('the cost of usage', () => {
  test('is each count at its own price', () => {
    expect(costOf(OPUS, usage)).toBe(10 * 4000 + 1000 * 200 + 100 * 5000 + 50 * 8000 + 20 * 20_000)
    expect(costOf(OPUS, { ...NO_USAGE, input: MILLION })).toBe(4_000_000_000)
    expect(costOf('claude-haiku-5-5', { ...NO_USAGE, cacheRead: 1 })).toBe(10)
    expect(costOf(OPUS, NO_USAGE)).toBe(0)
  })

  test('is unknown for an unknown model, also without sharing', () => {
    expect(costOf('qwen3', usage)).toBeNull()
    expect(moneyOf('qwen3', usage, '5m', true)).toEqual({ nanoUsd: null, withoutSharingNanoUsd: null })
  })

  test('without sharing: a thread’s first request would have written all that it read', () => {
    const fork = { ...NO_USAGE, cacheRead: 16_000, cacheWrite5m: 500, output: 10 }
    expect(moneyOf(OPUS, fork, '5m', true)).toEqual({
      nanoUsd: 16_000 * 200 + 500 * 5000 + 10 * 20_000,
      withoutSharingNanoUsd: 16_500 * 5000 + 10 * 20_000,
    })
    const hourly = { ...fork, cacheWrite5m: 0, cacheWrite1h: 500 }
    expect(moneyOf(OPUS, hourly, '1h', true).withoutSharingNanoUsd).toBe(16_500 * 8000 + 10 * 20_000)
  })

  test('without sharing: later requests cost the same, their own thread wrote what they read', () => {
    expect(moneyOf(OPUS, usage, '5m', false)).toEqual({
      nanoUsd: costOf(OPUS, usage),
      withoutSharingNanoUsd: costOf(OPUS, usage),
    })
  })

  test('is summed as far as it is known', () => {
    const known = { nanoUsd: 5, withoutSharingNanoUsd: 7 }
    const unknown = { nanoUsd: null, withoutSharingNanoUsd: null }
    expect(addMoney(known, known)).toEqual({ nanoUsd: 10, withoutSharingNanoUsd: 14 })
    expect(addMoney(unknown, known)).toEqual(known)
    expect(addMoney(known, unknown)).toEqual(known)
    expect(addMoney(unknown, unknown)).toEqual(unknown)
  })
})

describe('the price of forks before they are started', () => {
  const facts: ForecastFacts = {
    model: OPUS,
    ttl: '5m',
    sharedTokens: 16_752,
    warm: true,
    commonChars: 1000,
    directiveChars: 400,
  }

  test('warm: the first writes what siblings share, the next only its directive', () => {
    const { first, next } = forecastForks(facts)
    expect(first.usage).toEqual({ ...NO_USAGE, cacheRead: 16_752, cacheWrite5m: 350 })
    expect(next.usage).toEqual({ ...NO_USAGE, cacheRead: 17_002, cacheWrite5m: 100 })
    expect(first.nanoUsd).toBe(16_752 * 200 + 350 * 5000)
    expect(next.nanoUsd).toBe(17_002 * 200 + 100 * 5000)
  })

  test('cold: the first writes the whole prefix, the next reads it', () => {
    const { first, next } = forecastForks({ ...facts, warm: false })
    expect(first.usage).toEqual({ ...NO_USAGE, cacheWrite5m: 17_102 })
    expect(next).toEqual(forecastForks(facts).next)
  })

  test('of a session that keeps entries for an hour, in writes of that kind', () => {
    const { first } = forecastForks({ ...facts, ttl: '1h', warm: false })
    expect(first.usage).toEqual({ ...NO_USAGE, cacheWrite1h: 17_102 })
    expect(first.nanoUsd).toBe(17_102 * 8000)
  })

  test('stand beside what an agent would pay to read all of it for itself', () => {
    expect(freshAgentCost(facts)).toBe(17_102 * 5000)
    expect((freshAgentCost(facts) ?? 0) / (forecastForks(facts).next.nanoUsd ?? 1)).toBeGreaterThan(20)
  })

  test('are tokens without money for an unknown model', () => {
    const { first } = forecastForks({ ...facts, model: 'qwen3' })
    expect(first).toMatchObject({ nanoUsd: null, usage: { cacheRead: 16_752 } })
    expect(freshAgentCost({ ...facts, model: 'qwen3' })).toBeNull()
  })

  test('count about four characters as a token, and never too few', () => {
    expect([0, 1, 4, 5].map(estimateTokens)).toEqual([0, 1, 1, 2])
  })
})
