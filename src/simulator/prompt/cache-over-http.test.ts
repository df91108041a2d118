import { afterEach, expect, test } from 'vitest'
import { reply } from '../script/builders'
import type { SimulatorOptions } from '../server/simulator-options'
import { type Simulator, startSimulator } from '../start-simulator'
import { bodyWith, openMessage, postMessage, textOf } from '../testing/post-message'
import type { MessagesBody } from '../validation/body-schema'
import { sharedBlocks } from './divide-prompt'

let simulator: Simulator
let clock = 0
afterEach(() => simulator.close())

async function start(options: SimulatorOptions = {}): Promise<void> {
  clock = 0
  simulator = await startSimulator({ now: () => clock, script: () => reply('fine'), ...options })
}

const cache = { cache_control: { type: 'ephemeral' as const } }

/** A shared prefix that is worth caching, and a directive of its own. */
function sibling(directive: string, fields: Partial<MessagesBody> = {}): MessagesBody {
  return bodyWith({
    stream: true,
    system: [{ type: 'text', text: textOf(2000) }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'shared', ...cache },
          { type: 'text', text: directive, ...cache },
        ],
      },
    ],
    ...fields,
  })
}

const usage = (n: number) => simulator.requests[n - 1]?.usage

test('siblings sent together each write; sent after the first event of one, they read', async () => {
  await start()
  await Promise.all([postMessage(simulator.url, sibling('a')), postMessage(simulator.url, sibling('b'))])
  await postMessage(simulator.url, sibling('c'))
  expect(usage(1)?.cacheWrite5m).toBeGreaterThan(2000)
  expect(usage(3)?.cacheRead).toBeGreaterThan(2000)
  const [first, , third] = simulator.requests.map((request) => request.prompt)
  expect(first && third && sharedBlocks(first, third)).toBe(2)
})

test('an entry is readable while the response that wrote it is still streaming', async () => {
  await start()
  const hold = simulator.hold((request) => request.n === 1, { afterEvents: 1 })
  const leader = postMessage(simulator.url, sibling('a'))
  await hold.arrived
  await postMessage(simulator.url, sibling('b'))
  expect(usage(2)?.cacheRead).toBeGreaterThan(2000)
  hold.release()
  await leader
})

test('with entries readable at the end, a sibling that leaves earlier finds nothing', async () => {
  await start({ readableAt: 'end' })
  const hold = simulator.hold((request) => request.n === 1, { afterEvents: 1 })
  const leader = postMessage(simulator.url, sibling('a'))
  await hold.arrived
  await postMessage(simulator.url, sibling('b'))
  expect(usage(2)?.cacheRead).toBe(0)
  hold.release()
  await leader
  await postMessage(simulator.url, sibling('c'))
  expect(usage(3)?.cacheRead).toBeGreaterThan(2000)
})

test('a request that is aborted before its first byte writes nothing', async () => {
  await start()
  const hold = simulator.hold()
  const leave = new AbortController()
  const gone = openMessage(simulator.url, sibling('a'), { signal: leave.signal }).catch((reason: unknown) => reason)
  const held = await hold.arrived
  leave.abort()
  await gone
  expect(await held.settled).toMatchObject({ outcome: 'aborted', usage: null, firstEventAt: null })
  hold.release()
  await postMessage(simulator.url, sibling('b'))
  expect(usage(2)?.cacheRead).toBe(0)
})

test('time is the injected clock: five minutes after the start the entry is gone', async () => {
  await start()
  await postMessage(simulator.url, sibling('a'))
  clock = 299_999
  await postMessage(simulator.url, sibling('b'))
  clock = 299_999 + 300_000
  await postMessage(simulator.url, sibling('c'))
  expect([usage(2)?.cacheRead, usage(3)?.cacheRead]).toEqual([expect.any(Number), 0])
  expect(usage(2)?.cacheRead).toBeGreaterThan(2000)
})

test('the clock can be moved on by the test', async () => {
  await start()
  await postMessage(simulator.url, sibling('a'))
  simulator.clock.advance(300_000)
  await postMessage(simulator.url, sibling('b'))
  expect(usage(2)?.cacheRead).toBe(0)
  expect(simulator.requests.map((request) => request.clockAt)).toEqual([0, 300_000])
})

test('automatic caching marks the last block', async () => {
  await start()
  const auto = bodyWith({ messages: [{ role: 'user', content: textOf(2000) }], ...cache })
  const first = JSON.parse((await postMessage(simulator.url, auto)).text)
  expect(first.usage).toMatchObject({
    input_tokens: 0,
    cache_creation_input_tokens: simulator.requests[0]?.prompt?.tokens,
  })
})

test('what was billed is what the answer says', async () => {
  await start()
  const answer = JSON.parse((await postMessage(simulator.url, { ...sibling('a'), stream: false })).text)
  const billed = usage(1)
  expect(answer.usage).toMatchObject({
    input_tokens: billed?.input,
    cache_read_input_tokens: billed?.cacheRead,
    cache_creation_input_tokens: billed?.cacheWrite5m,
    cache_creation: { ephemeral_5m_input_tokens: billed?.cacheWrite5m, ephemeral_1h_input_tokens: 0 },
    output_tokens: billed?.output,
  })
})

async function ask(body: MessagesBody, previous: string | null): Promise<{ id: string; diagnostics: unknown }> {
  const answer = await postMessage(simulator.url, {
    ...body,
    stream: false,
    diagnostics: { previous_message_id: previous },
  })
  return JSON.parse(answer.text)
}

test('diagnostics name the level at which a prompt left the one before it', async () => {
  await start()
  const base = sibling('a')
  const { id, diagnostics } = await ask(base, null)
  expect(diagnostics).toBeNull()
  const longer: MessagesBody = {
    ...base,
    messages: [...base.messages, { role: 'assistant', content: 'fine' }, { role: 'user', content: 'more' }],
  }
  expect((await ask(longer, id)).diagnostics).toBeNull()
  const reasonFor = async (changed: MessagesBody) => (await ask(changed, id)).diagnostics
  const missed = { cache_missed_input_tokens: expect.any(Number) }
  const reason = (type: string, more: object = missed) => ({ cache_miss_reason: { type, ...more } })
  expect(await reasonFor({ ...base, model: 'claude-opus-5-5' })).toEqual(reason('model_changed'))
  expect(await reasonFor({ ...base, speed: 'fast' })).toEqual(reason('model_changed'))
  expect(await reasonFor({ ...base, tools: [{ name: 'x', input_schema: { type: 'object' } }] })).toEqual(
    reason('tools_changed'),
  )
  expect(await reasonFor({ ...base, system: 'other' })).toEqual(reason('system_changed'))
  expect(await reasonFor(sibling('another'))).toEqual(reason('messages_changed'))
  expect(await reasonFor({ ...base, thinking: { type: 'adaptive' } })).toEqual(reason('unavailable', {}))
  expect((await ask(base, 'msg_unknown')).diagnostics).toEqual(reason('previous_message_not_found', {}))
})

test('a request that did not opt in cannot be compared with', async () => {
  await start()
  const { id } = JSON.parse((await postMessage(simulator.url, { ...sibling('a'), stream: false })).text)
  expect((await ask(sibling('a'), id)).diagnostics).toEqual({
    cache_miss_reason: { type: 'previous_message_not_found' },
  })
})

test('diagnostics can stay pending, and a server can refuse the field', async () => {
  await start({ diagnostics: 'pending' })
  const { id } = await ask(sibling('a'), null)
  expect((await ask(sibling('b'), id)).diagnostics).toEqual({ cache_miss_reason: null })
  await simulator.close()
  await start({ diagnostics: 'refused' })
  const refused = await postMessage(simulator.url, { ...sibling('a'), diagnostics: { previous_message_id: null } })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('diagnostics: Extra inputs')])
  expect((await postMessage(simulator.url, sibling('a'))).status).toBe(200)
})
