// The tokens a stream reports, which come twice and must be counted once.
import { expect, test } from 'vitest'
import { emptyAnswer, foldEvent } from './stream-fold'

function usageOf(first: unknown, ...later: unknown[]) {
  const answer = emptyAnswer()
  foldEvent(answer, { type: 'message_start', message: { id: 'm', usage: first } })
  for (const usage of later) foldEvent(answer, { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage })
  return answer.usage
}

const begun = {
  input_tokens: 10,
  cache_read_input_tokens: 500,
  cache_creation_input_tokens: 300,
  cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
  output_tokens: 1,
}

test('counts are disjoint and the last report of each holds', () => {
  expect(usageOf(begun, { output_tokens: 42 })).toEqual({
    input: 10,
    cacheRead: 500,
    cacheWrite5m: 100,
    cacheWrite1h: 200,
    output: 42,
  })
})

test('a last total of writes that does not say how they divide leaves them divided as they began', () => {
  expect(usageOf(begun, { cache_creation_input_tokens: 300, output_tokens: 2 })).toMatchObject({
    cacheWrite5m: 100,
    cacheWrite1h: 200,
  })
  const hourly = { ...begun, cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 300 } }
  expect(usageOf(hourly, { cache_creation_input_tokens: 300 })).toMatchObject({ cacheWrite5m: 0, cacheWrite1h: 300 })
})

test('writes of a server that knows only one kind are short-lived ones', () => {
  expect(usageOf({ input_tokens: 1, cache_creation_input_tokens: 7 })).toMatchObject({
    cacheWrite5m: 7,
    cacheWrite1h: 0,
  })
  expect(usageOf({}, { cache_creation_input_tokens: 9 })).toMatchObject({ cacheWrite5m: 9, cacheWrite1h: 0 })
})

test('what is no count is not counted', () => {
  const nothing = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 }
  expect(usageOf(undefined)).toEqual(nothing)
  expect(usageOf({ input_tokens: '5', output_tokens: -1, cache_read_input_tokens: null })).toEqual(nothing)
  expect(usageOf({ input_tokens: 5 }, null, [])).toEqual({ ...nothing, input: 5 })
})

test('what a provider took to summarise is told in a row of its own, beside an answer of no tokens', () => {
  const none = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 0 }
  const iterations = [{ type: 'compaction', ...begun, output_tokens: 90 }]
  expect(usageOf(none, { ...none, iterations })).toEqual({
    input: 10,
    cacheRead: 500,
    cacheWrite5m: 100,
    cacheWrite1h: 200,
    output: 90,
  })
  expect(usageOf(begun, { ...begun, iterations: [{ type: 'message', ...begun }] })).toEqual(usageOf(begun))
})
