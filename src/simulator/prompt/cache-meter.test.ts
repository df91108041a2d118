import { expect, test } from 'vitest'
import { bodyWith, textOf } from '../testing/post-message'
import type { MessagesBody } from '../validation/body-schema'
import { CacheMeter } from './cache-meter'
import { dividePrompt } from './divide-prompt'

const minute = 60_000
const cache5m = { cache_control: { type: 'ephemeral' as const } }
const cache1h = { cache_control: { type: 'ephemeral' as const, ttl: '1h' as const } }

/** One long message of blocks, each marked as its letter says: '.' not, 's' five minutes, 'l' one hour. */
function bodyOf(marks: string, fields: Partial<MessagesBody> = {}): MessagesBody {
  const content = [...marks].map((mark, index) => ({
    type: 'text' as const,
    text: textOf(100, `block${index}`),
    ...(mark === 's' ? cache5m : mark === 'l' ? cache1h : {}),
  }))
  return bodyWith({ messages: [{ role: 'user', content }], ...fields })
}

function meterOf(options = {}) {
  const meter = new CacheMeter({ lookback: 20, runsCountOnce: false, ...options })
  const send = (body: MessagesBody, at = 0, minimum = 100) => {
    const metered = meter.meter(dividePrompt(body, ''), minimum, at)
    metered.commit()
    return metered.usage
  }
  return { meter, send }
}

const perBlock = dividePrompt(bodyOf('.'), '').tokens

test('what is marked is written once and read afterwards; what follows the last marker is fresh', () => {
  const { send } = meterOf()
  expect(send(bodyOf('..s.'))).toEqual({ input: perBlock, cacheRead: 0, cacheWrite5m: 3 * perBlock, cacheWrite1h: 0 })
  expect(send(bodyOf('..s.'))).toEqual({ input: perBlock, cacheRead: 3 * perBlock, cacheWrite5m: 0, cacheWrite1h: 0 })
})

test('a request without markers neither writes nor reads', () => {
  const { send } = meterOf()
  send(bodyOf('..s'))
  expect(send(bodyOf('...'))).toMatchObject({ cacheRead: 0, cacheWrite5m: 0, input: 3 * perBlock })
})

test('an entry is found from a later marker while it lies within twenty positions, the marked block included', () => {
  const { send } = meterOf()
  send(bodyOf('s'))
  expect(send(bodyOf(`.${'.'.repeat(18)}s`)).cacheRead).toBe(perBlock)
  const other = meterOf()
  other.send(bodyOf('s'))
  expect(other.send(bodyOf(`.${'.'.repeat(19)}s`)).cacheRead).toBe(0)
})

test('an intermediate marker finds what the last one cannot see', () => {
  const { send } = meterOf()
  send(bodyOf('s'))
  expect(send(bodyOf(`${'.'.repeat(15)}s${'.'.repeat(15)}s`)).cacheRead).toBe(perBlock)
})

test('only positions at which a marker wrote can be read', () => {
  const { send } = meterOf()
  send(bodyOf('....s'))
  expect(send(bodyOf('..s')).cacheRead).toBe(0)
})

test('a prefix below the minimum of the model is not cached', () => {
  const { send } = meterOf()
  expect(send(bodyOf('s..s'), 0, 3 * perBlock)).toMatchObject({ cacheWrite5m: 4 * perBlock })
  expect(send(bodyOf('s'), 0, 3 * perBlock)).toMatchObject({ cacheRead: 0, cacheWrite5m: 0, input: perBlock })
})

test('lifetimes count from the start of the request that wrote or read', () => {
  const { send } = meterOf()
  send(bodyOf('s'), 0)
  expect(send(bodyOf('s'), 4 * minute).cacheRead).toBe(perBlock)
  expect(send(bodyOf('s'), 8.9 * minute).cacheRead).toBe(perBlock)
  expect(send(bodyOf('s'), 13.9 * minute).cacheRead).toBe(0)
})

test('an hour-long entry lives an hour and is billed apart', () => {
  const { send } = meterOf()
  expect(send(bodyOf('l.s'), 0)).toEqual({ input: 0, cacheRead: 0, cacheWrite1h: perBlock, cacheWrite5m: 2 * perBlock })
  expect(send(bodyOf('l.s'), 59 * minute)).toMatchObject({ cacheRead: perBlock, cacheWrite5m: 2 * perBlock })
})

test('a marker inside what was read cannot turn a short entry into a long one', () => {
  const { send } = meterOf()
  send(bodyOf('.s'), 0)
  send(bodyOf('ls'), 1 * minute)
  expect(send(bodyOf('l.'), 30 * minute).cacheRead).toBe(0)
})

test('an entry that is not committed yet cannot be read: siblings sent together each write', () => {
  const { meter } = meterOf()
  const prompt = dividePrompt(bodyOf('..s'), '')
  const first = meter.meter(prompt, 100, 0)
  const second = meter.meter(prompt, 100, 0)
  expect(second.usage).toEqual(first.usage)
  first.commit()
  expect(meter.meter(prompt, 100, 0).usage.cacheRead).toBe(3 * perBlock)
})

test('a run of calls and results can be counted as one position each, as Anthropic documents', () => {
  const many = Array.from({ length: 15 }, (_, index) => `toolu_${index}`)
  const question = { type: 'text' as const, text: textOf(200) }
  const asked = bodyWith({ messages: [{ role: 'user', content: [{ ...question, ...cache5m }] }] })
  const answered = bodyWith({
    messages: [
      { role: 'user', content: [question] },
      { role: 'assistant', content: many.map((id) => ({ type: 'tool_use', id, name: 'read', input: {} })) },
      {
        role: 'user',
        content: [
          ...many.map((id) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'x' })),
          { type: 'text', text: 'go on', ...cache5m },
        ],
      },
    ],
  })
  for (const [runsCountOnce, read] of [
    [true, true],
    [false, false],
  ]) {
    const { send } = meterOf({ runsCountOnce })
    send(asked)
    expect(send(answered).cacheRead > 0).toBe(read)
  }
})

test('a change costs its own level and what follows', () => {
  const tools = [{ name: 'read', description: textOf(100), input_schema: { type: 'object' as const }, ...cache5m }]
  const system = [{ type: 'text' as const, text: textOf(100, 'system'), ...cache5m }]
  const base = bodyOf('.s', { tools, system })
  const levels = dividePrompt(base, '').blocks.map((block) => block.tokensUpTo)
  const readAfter = (changed: MessagesBody) => {
    const { send } = meterOf()
    send(base)
    return send(changed).cacheRead
  }
  expect(readAfter(base)).toBe(levels[3])
  expect(readAfter({ ...base, tool_choice: { type: 'auto' } })).toBe(levels[1])
  expect(readAfter({ ...base, thinking: { type: 'adaptive' } })).toBe(levels[1])
  expect(readAfter({ ...base, output_config: { effort: 'low' } })).toBe(levels[1])
  expect(readAfter({ ...base, system: [{ type: 'text', text: 'another', ...cache5m }] })).toBe(levels[0])
  expect(readAfter({ ...base, tools: tools.map((tool) => ({ ...tool, name: 'write' })) })).toBe(0)
  expect(readAfter({ ...base, model: 'claude-opus-5-5' })).toBe(0)
  expect(readAfter({ ...base, speed: 'fast' })).toBe(0)
  expect(readAfter({ ...base, max_tokens: 5, stream: true, metadata: { user_id: 'x' } })).toBe(levels[3])
})
