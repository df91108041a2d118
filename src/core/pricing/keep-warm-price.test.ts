import { describe, expect, test } from 'vitest'
import { NO_USAGE } from '../../shared/domain/units'
import { keepWarmPrice, nextRefresh, type PrefixToKeep } from './keep-warm-price'

const MINUTE = 60_000
const NOW = 1_000_000_000

const warm: PrefixToKeep = {
  model: 'claude-opus-5-5',
  ttl: '5m',
  usage: { ...NO_USAGE, input: 10, cacheRead: 50_000, cacheWrite5m: 9_990, output: 400 },
  warmUntil: NOW + 5 * MINUTE,
}

describe('keeping a prefix warm', () => {
  test('for half an hour takes six refreshes, each of which reads all of it', () => {
    const price = keepWarmPrice(warm, NOW + 30 * MINUTE, NOW)
    expect(price.refreshes).toBe(6)
    expect(price.each.usage).toEqual({ ...NO_USAGE, input: 10, cacheRead: 59_990 })
    expect(price.first).toEqual(price.each)
    expect(price.nanoUsd).toBe(6 * (10 * 4_000 + 59_990 * 200))
    expect(price.usage.cacheRead).toBe(6 * 59_990)
  })

  test('begins with a write of all of it where it has gone cold', () => {
    const price = keepWarmPrice({ ...warm, warmUntil: NOW - 1 }, NOW + 10 * MINUTE, NOW)
    expect(price.refreshes).toBe(3)
    expect(price.first.usage).toEqual({ ...NO_USAGE, input: 10, cacheWrite5m: 59_990 })
    expect(price.nanoUsd).toBe((price.first.nanoUsd ?? 0) + 2 * (price.each.nanoUsd ?? 0))
  })

  test('takes nothing where the entry lives longer than that', () => {
    const price = keepWarmPrice(warm, NOW + 4 * MINUTE, NOW)
    expect(price).toMatchObject({ refreshes: 0, usage: NO_USAGE, nanoUsd: 0 })
    expect(keepWarmPrice({ ...warm, ttl: '1h', warmUntil: NOW + 60 * MINUTE }, NOW + 30 * MINUTE, NOW).refreshes).toBe(
      0,
    )
  })

  test('names no money where the model has no price', () => {
    const price = keepWarmPrice({ ...warm, model: 'unheard-of' }, NOW + 30 * MINUTE, NOW)
    expect([price.refreshes, price.each.nanoUsd, price.nanoUsd]).toEqual([6, null, null])
  })
})

describe('the next refresh', () => {
  test('is due shortly before the entry expires, at once when it has, and never behind the end', () => {
    const next = (warmUntil: number, untilAt: number) => nextRefresh(warmUntil, untilAt, NOW)
    expect(next(NOW + 3 * MINUTE, NOW + 60 * MINUTE)).toBe(NOW + 2.5 * MINUTE)
    expect(next(NOW - MINUTE, NOW + 60 * MINUTE)).toBe(NOW)
    expect(next(NOW + 10_000, NOW + 60 * MINUTE)).toBe(NOW)
    expect(next(NOW + 3 * MINUTE, NOW + 3 * MINUTE)).toBeNull()
    expect(next(NOW - MINUTE, NOW)).toBeNull()
  })
})
