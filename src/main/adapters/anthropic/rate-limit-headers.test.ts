import { expect, test } from 'vitest'
import { readRateLimits } from './rate-limit-headers'

const DATE = 'Mon, 30 Nov 2026 14:00:00 GMT'

test('each limit is read with what is left of it and how long until it is whole again', () => {
  const headers = new Headers({
    date: DATE,
    'anthropic-ratelimit-requests-limit': '50',
    'anthropic-ratelimit-requests-remaining': '49',
    'anthropic-ratelimit-requests-reset': '2026-11-30T14:00:01Z',
    'anthropic-ratelimit-output-tokens-remaining': '0',
    'anthropic-ratelimit-output-tokens-reset': '2026-11-30T14:00:42.500Z',
  })
  expect(readRateLimits(headers)).toEqual([
    { of: 'requests', remaining: 49, resetMs: 1_000 },
    { of: 'output-tokens', remaining: 0, resetMs: 42_500 },
  ])
})

test('resets are measured on the server’s clock, not on this machine’s', () => {
  const headers = new Headers({
    date: 'Fri, 01 Jan 1999 00:00:00 GMT',
    'anthropic-ratelimit-tokens-remaining': '0',
    'anthropic-ratelimit-tokens-reset': '1999-01-01T00:00:20Z',
  })
  expect(readRateLimits(headers)).toEqual([{ of: 'tokens', remaining: 0, resetMs: 20_000 }])
})

test('what is missing or not readable says nothing; a reset that has passed is now', () => {
  expect(readRateLimits(new Headers())).toEqual([])
  const odd = new Headers({
    date: DATE,
    'anthropic-ratelimit-requests-remaining': 'none',
    'anthropic-ratelimit-requests-reset': '2026-11-30T14:00:01Z',
    'anthropic-ratelimit-tokens-remaining': '0',
    'anthropic-ratelimit-tokens-reset': 'soon',
    'anthropic-ratelimit-input-tokens-remaining': '0',
    'anthropic-ratelimit-input-tokens-reset': '2026-11-30T13:59:00Z',
  })
  expect(readRateLimits(odd)).toEqual([{ of: 'input-tokens', remaining: 0, resetMs: 0 }])
})
