import { expect, it } from 'vitest'
import { NO_USAGE } from '../../shared/domain/units'
import { isCold, wakeWords, warmthWords } from './warmth'

const NOON = new Date(2026, 10, 30, 12, 0).getTime()

it('says until when a resting thread is warm, and then that it is cold', () => {
  const thread = { state: 'done', warmUntil: NOON + 5 * 60_000, keepWarm: null } as const
  expect(warmthWords(thread, NOON)).toBe('warm until 12:05')
  expect(isCold(thread, NOON)).toBe(false)
  expect(warmthWords(thread, thread.warmUntil)).toBe('cold')
  expect(isCold(thread, thread.warmUntil)).toBe(true)
})

it('says nothing of what runs, what was discarded, and what never got an answer', () => {
  expect(warmthWords({ state: 'streaming', warmUntil: 1, keepWarm: null }, NOON)).toBeNull()
  expect(warmthWords({ state: 'discarded', warmUntil: 1, keepWarm: null }, NOON)).toBeNull()
  expect(warmthWords({ state: 'idle', warmUntil: null, keepWarm: null }, NOON)).toBeNull()
})

it('says until when somebody pays for keeping it warm', () => {
  const kept = { untilAt: NOON + 30 * 60_000, nextAt: NOON, refreshes: 1, reason: null }
  const thread = { state: 'idle', warmUntil: NOON + 5 * 60_000 } as const
  expect(warmthWords({ ...thread, keepWarm: { ...kept, state: 'on' } }, NOON)).toBe('kept warm until 12:30')
  expect(warmthWords({ ...thread, keepWarm: { ...kept, state: 'ended' } }, NOON)).toBe('warm until 12:05')
})

const cold = { warm: false, warmUntil: 1, usage: { ...NO_USAGE, cacheWrite5m: 48_500 }, nanoUsd: 260_000_000 }

it('says what a cold thread costs to wake, in money or in tokens', () => {
  expect(wakeWords(cold)).toBe('cold: about $0.260 to wake')
  expect(wakeWords({ ...cold, nanoUsd: null })).toBe('cold: about 48.5k tokens to wake')
})

it('does not warn of what is warm, nor of a short history', () => {
  expect(wakeWords({ ...cold, warm: true })).toBeNull()
  expect(wakeWords({ ...cold, usage: { ...NO_USAGE, cacheWrite5m: 2000 } })).toBeNull()
})
