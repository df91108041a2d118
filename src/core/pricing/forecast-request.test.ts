import { expect, test } from 'vitest'
import { forecastRequest } from './forecast-request'

const base = { ttl: '5m' as const, minCacheTokens: 512 }

test('a warm prefix is read, and only what is new is written, by the provider’s own ratio', () => {
  const prefix = { tokens: 1000, chars: 3000, warm: true }
  expect(forecastRequest({ ...base, chars: 3300, prefix })).toMatchObject({
    cacheRead: 1000,
    cacheWrite5m: 100,
    input: 0,
  })
})

test('a cold prefix is written again, with the class of the session', () => {
  const prefix = { tokens: 1000, chars: 4000, warm: false }
  const usage = forecastRequest({ ...base, ttl: '1h', chars: 4400, prefix })
  expect(usage).toMatchObject({ cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 1100 })
})

test('a first request is estimated, and a short one is not cached', () => {
  expect(forecastRequest({ ...base, chars: 400, prefix: null })).toMatchObject({ input: 100, cacheWrite5m: 0 })
  expect(forecastRequest({ ...base, chars: 4000, prefix: null })).toMatchObject({ input: 0, cacheWrite5m: 1000 })
})
