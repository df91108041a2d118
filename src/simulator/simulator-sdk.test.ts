import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, reply, replyWith, text, thinking } from './script/builders'
import type { Script } from './script/script'
import { type Simulator, startSimulator } from './start-simulator'

let simulator: Simulator
let client: Anthropic

beforeEach(async () => {
  simulator = await startSimulator({ splitBytes: true })
  client = new Anthropic({ apiKey: 'sk-test-secret', baseURL: simulator.url, maxRetries: 0 })
})
afterEach(() => simulator.close())

const params = {
  model: 'claude-opus-5-5',
  max_tokens: 2000,
  thinking: { type: 'adaptive' as const },
  messages: [{ role: 'user' as const, content: 'Hällo 🌍' }],
  tools: [{ name: 'read', input_schema: { type: 'object' as const } }],
}

const working: Script = ({ assistantCount }) =>
  assistantCount === 0
    ? reply(
        thinking('Let me see… 🤔'),
        'Ich lese die Datei: änderung.md',
        call('read', { path: 'a "quoted"\n é🌍.md' }, { chunkChars: 1, ascii: true }),
      )
    : reply('done')

test('the SDK accumulates thinking, text and a tool call that was split inside escapes and characters', async () => {
  simulator.script(working)
  const message = await client.messages.stream(params).finalMessage()
  expect(message.stop_reason).toBe('tool_use')
  expect(message.content).toMatchObject([
    { type: 'thinking', thinking: 'Let me see… 🤔' },
    { type: 'text', text: 'Ich lese die Datei: änderung.md' },
    { type: 'tool_use', name: 'read', input: { path: 'a "quoted"\n é🌍.md' } },
  ])
  expect(simulator.requests[0]?.outcome).toBe('ok')
})

test('an answer goes back as the SDK gives it, with its thinking, and is accepted', async () => {
  simulator.script(working)
  for (const stream of [true, false]) {
    const first = stream ? await client.messages.stream(params).finalMessage() : await client.messages.create(params)
    const use = first.content.find((block) => block.type === 'tool_use')
    const second = await client.messages.create({
      ...params,
      messages: [
        ...params.messages,
        { role: 'assistant', content: first.content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: use?.id ?? '', content: 'text' }] },
      ],
    })
    expect(second.content).toMatchObject([{ type: 'text', text: 'done' }])
  }
})

test('the key is never kept, only a hash that tells keys apart', async () => {
  await client.messages.create(params)
  const other = new Anthropic({ apiKey: 'sk-other-secret', baseURL: simulator.url, maxRetries: 0 })
  await other.messages.create(params)
  const [a, b] = simulator.requests
  expect(JSON.stringify(simulator.requests)).not.toContain('secret')
  expect(a?.keyHash).toMatch(/^[0-9a-f]{16}$/)
  expect(a?.keyHash).not.toBe(b?.keyHash)
})

test('an error reaches the SDK with status, type and request id', async () => {
  const error = await client.messages.create({ ...params, model: 'claude-unknown' }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Anthropic.NotFoundError)
  expect(error).toMatchObject({ status: 404, type: 'not_found_error', apiMessage: 'model: claude-unknown' })
  expect(simulator.requests[0]).toMatchObject({ outcome: 'refused', status: 404 })
})

test('every stop reason of the API, and one it does not know, reaches the client', async () => {
  const reasons = [
    'end_turn',
    'stop_sequence',
    'max_tokens',
    'refusal',
    'model_context_window_exceeded',
    'pause_turn',
    'brand_new',
  ]
  for (const stopReason of reasons) {
    simulator.script(() => replyWith({ stopReason, stopCategory: 'bio', stopSequence: 'STOP' }, text('words')))
    const message = await client.messages.stream(params).finalMessage()
    expect(message.stop_reason).toBe(stopReason)
    expect(message.stop_details).toEqual(
      stopReason === 'refusal' ? { type: 'refusal', category: 'bio', explanation: null } : null,
    )
  }
})

test('a call broken off at the output limit arrives without its end', async () => {
  simulator.script(() =>
    replyWith({ stopReason: 'max_tokens' }, call('read', { path: 'a/very/long/path.ts' }, { cutAfter: 14 })),
  )
  let json = ''
  const stream = client.messages.stream(params)
  stream.on('streamEvent', (event) => {
    if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta')
      json += event.delta.partial_json
  })
  const message = await stream.finalMessage()
  expect(json).toBe('{"path":"a/ver')
  expect(message.stop_reason).toBe('max_tokens')
})

test('a prewarm fills the cache and generates nothing', async () => {
  const system = [{ type: 'text' as const, text: 'rule. '.repeat(2000), cache_control: { type: 'ephemeral' as const } }]
  const warm = await client.messages.create({ ...params, system, max_tokens: 0 })
  expect(warm).toMatchObject({ content: [], stop_reason: 'max_tokens', usage: { output_tokens: 0 } })
  expect(warm.usage.cache_creation_input_tokens).toBeGreaterThan(2000)
  const real = await client.messages.create({ ...params, system })
  expect(real.usage.cache_read_input_tokens).toBe(warm.usage.cache_creation_input_tokens)
})
