import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reply } from '../script/builders'
import { lastSays } from '../script/request-predicates'
import { type Simulator, startSimulator } from '../start-simulator'
import { bodyWith, openMessage, postMessage, readEvents } from '../testing/post-message'
import {
  droppedConnection,
  errorAnswer,
  htmlPage,
  limitReported,
  malformedEvent,
  overloaded,
  rateLimited,
  serverError,
  slowFirstByte,
  stalledStream,
  streamError,
} from './fault'

let simulator: Simulator
let client: Anthropic
beforeEach(async () => {
  simulator = await startSimulator({ script: () => reply('Some words that take a few deltas to be said in full.') })
  client = new Anthropic({ apiKey: 'k', baseURL: simulator.url, maxRetries: 0 })
})
afterEach(() => simulator.close())

const streaming = bodyWith({ stream: true })
const ask = () =>
  client.messages.stream({ model: 'tine-demo', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] })
const failure = () =>
  ask()
    .finalMessage()
    .catch((reason: unknown) => reason)

test('a rate limit says when to come back, once or as often as asked', async () => {
  simulator.faults.next(rateLimited(7), 2)
  expect(await failure()).toMatchObject({ status: 429, type: 'rate_limit_error' })
  const raw = await postMessage(simulator.url, streaming)
  expect(raw.headers.get('retry-after')).toBe('7')
  expect(raw.headers.get('anthropic-ratelimit-requests-remaining')).toBe('0')
  expect(await ask().finalText()).toContain('Some words')
  expect(simulator.requests.map(({ outcome, status }) => [outcome, status])).toEqual([
    ['refused', 429],
    ['refused', 429],
    ['ok', 200],
  ])
})

test('an answer can say what is left of a limit, streamed or not', async () => {
  const reset = new Date('2026-11-30T14:03:00Z')
  simulator.faults.next(limitReported('requests', 0, reset), 2)
  for (const body of [streaming, bodyWith()]) {
    const { status, headers } = await postMessage(simulator.url, body)
    expect([status, headers.get('anthropic-ratelimit-requests-remaining')]).toEqual([200, '0'])
    expect(headers.get('anthropic-ratelimit-requests-reset')).toBe('2026-11-30T14:03:00.000Z')
  }
  expect(await ask().finalText()).toContain('Some words')
})

test('overload, server errors and other refusals come with their status and type', async () => {
  simulator.faults.next(overloaded())
  simulator.faults.next(serverError())
  simulator.faults.next(errorAnswer('permission_error', 403, 'no'))
  expect(await failure()).toMatchObject({ status: 529, type: 'overloaded_error' })
  expect(await failure()).toMatchObject({ status: 500, type: 'api_error' })
  expect(await failure()).toMatchObject({ status: 403, type: 'permission_error' })
})

test('a fault can be meant for some requests only', async () => {
  simulator.faults.when(lastSays('unlucky'), serverError())
  const saying = (content: string) => postMessage(simulator.url, bodyWith({ messages: [{ role: 'user', content }] }))
  expect((await saying('lucky me')).status).toBe(200)
  expect((await saying('unlucky me')).status).toBe(500)
  simulator.faults.clear()
  expect((await saying('unlucky me')).status).toBe(200)
})

test('an error event ends a stream that began well', async () => {
  simulator.faults.next(streamError())
  const events = readEvents((await postMessage(simulator.url, streaming)).text)
  expect(events.map(({ event }) => event)).toEqual([
    'message_start',
    'content_block_start',
    'ping',
    'content_block_delta',
    'content_block_delta',
    'error',
  ])
  simulator.faults.next(streamError())
  expect(await failure()).toMatchObject({ type: 'overloaded_error' })
  expect(simulator.requests[0]).toMatchObject({
    outcome: 'failed',
    error: { type: 'overloaded_error' },
    usage: { output: 1 },
  })
})

test('a connection can drop before the first byte and in mid stream', async () => {
  simulator.faults.next(droppedConnection(0))
  expect(await failure()).toBeInstanceOf(Anthropic.APIConnectionError)
  simulator.faults.next(droppedConnection(4))
  const response = await openMessage(simulator.url, streaming)
  await expect(response.text()).rejects.toThrow()
  expect(simulator.requests[1]).toMatchObject({ outcome: 'failed', eventsSent: 4 })
})

test('what was sent before a drop arrives', async () => {
  simulator.faults.next(droppedConnection(4))
  const stream = ask()
  let heard = ''
  stream.on('text', (delta) => {
    heard += delta
  })
  await stream.done().catch(() => undefined)
  expect('Some words that take a few deltas').toContain(heard)
  expect(heard).not.toBe('')
})

test('a stalled stream sends nothing more until the client leaves', async () => {
  simulator.faults.next(stalledStream(2))
  const leave = new AbortController()
  const response = await openMessage(simulator.url, streaming, { signal: leave.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (!received.includes('content_block_start')) received += (await reader?.read())?.value ?? ''
  expect(simulator.requests[0]).toMatchObject({ outcome: 'pending', eventsSent: 2 })
  leave.abort()
  expect((await simulator.requests[0]?.settled)?.outcome).toBe('aborted')
})

test('a stalled stream may go on sending pings', async () => {
  await simulator.close()
  simulator = await startSimulator({ pingEveryMs: 5 })
  simulator.faults.next(stalledStream(2, true))
  const leave = new AbortController()
  const response = await openMessage(simulator.url, streaming, { signal: leave.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (received.split('event: ping').length < 4) received += (await reader?.read())?.value ?? ''
  expect(received).not.toContain('content_block_delta')
  leave.abort()
  await simulator.requests[0]?.settled
})

test('a slow first byte is late but complete', async () => {
  simulator.faults.next(slowFirstByte(30))
  expect(await ask().finalText()).toContain('Some words')
  const [request] = simulator.requests
  expect((request?.firstEventAt ?? 0) - (request?.receivedAt ?? 0)).toBeGreaterThanOrEqual(29)
})

test('pages and broken events come where an answer should be', async () => {
  simulator.faults.next(htmlPage())
  simulator.faults.next(htmlPage(200, '<html>Please log in</html>'))
  simulator.faults.next(malformedEvent())
  expect(await failure()).toMatchObject({ status: 502 })
  const portal = await postMessage(simulator.url, streaming)
  expect([portal.status, portal.headers.get('content-type'), portal.text]).toEqual([
    200,
    'text/html; charset=utf-8',
    '<html>Please log in</html>',
  ])
  const broken = await postMessage(simulator.url, streaming)
  expect(() => readEvents(broken.text)).toThrow(SyntaxError)
  expect(simulator.requests.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed'])
})

test('without streaming the same faults break the one answer', async () => {
  simulator.faults.next(streamError())
  simulator.faults.next(malformedEvent())
  simulator.faults.next(droppedConnection())
  expect((await postMessage(simulator.url, bodyWith())).status).toBe(529)
  expect(() => JSON.parse('{"id":"msg_')).toThrow()
  expect((await postMessage(simulator.url, bodyWith())).text).toBe('{"id":"msg_')
  await expect(postMessage(simulator.url, bodyWith())).rejects.toThrow()
})

test('a closed port refuses connections, and opens again at the same address', async () => {
  const open = await simulator.refuseConnections()
  const refused = await failure()
  expect(refused).toBeInstanceOf(Anthropic.APIConnectionError)
  await open()
  expect(await ask().finalText()).toContain('Some words')
})
