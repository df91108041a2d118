import { expect, test } from 'vitest'
import { LONGEST_RESET_MS, type RateLimit, usedUpLimit } from './rate-limit'

const limit = (of: RateLimit['of'], remaining: number, resetMs: number): RateLimit => ({ of, remaining, resetMs })

test('while something is left of every limit, nothing holds us back', () => {
  expect(usedUpLimit([])).toBeNull()
  expect(usedUpLimit([limit('requests', 1, 60_000), limit('tokens', 1_000, 60_000)])).toBeNull()
})

test('of several that are used up the one counts that stays so longest', () => {
  const longest = limit('input-tokens', 0, 40_000)
  expect(usedUpLimit([limit('requests', 0, 2_000), longest, limit('output-tokens', 0, 40_000)])).toBe(longest)
})

test('a reset that has passed or is absurdly far says nothing', () => {
  expect(usedUpLimit([limit('requests', 0, 0), limit('tokens', 0, LONGEST_RESET_MS + 1)])).toBeNull()
})
