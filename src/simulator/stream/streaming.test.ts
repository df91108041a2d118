import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, gate, redacted, reply, replyWith, text, thinking } from '../script/builders'
import { type Simulator, startSimulator } from '../start-simulator'
import { bodyWith, openMessage, postMessage, readEvents } from '../testing/post-message'

let simulator: Simulator
beforeEach(async () => {
  simulator = await startSimulator()
})
afterEach(() => simulator.close())

const streaming = bodyWith({ stream: true, tools: [{ name: 'read', input_schema: { type: 'object' } }] })

test('a message streams as start, blocks, delta and stop, with a ping after the first block begins', async () => {
  simulator.script(() => reply(thinking('hm'), 'words', call('read', { path: 'a' })))
  const { text: sse, headers } = await postMessage(simulator.url, streaming)
  expect(headers.get('content-type')).toContain('text/event-stream')
  expect(headers.get('request-id')).toBe(simulator.requests[0]?.requestId)
  const events = readEvents(sse)
  expect(events.every(({ event, data }) => event === data.type)).toBe(true)
  expect(events.map(({ event }) => event.replace('content_block_', ''))).toEqual(
    'message_start start ping delta delta stop start delta stop start delta delta stop message_delta message_stop'.split(
      ' ',
    ),
  )
  expect(simulator.requests[0]?.eventsSent).toBe(events.length)
})

test('blocks begin empty and their deltas add up', async () => {
  const long = 'Ein längerer Text über Gabeln 🍴 und ihre Zinken. '.repeat(20)
  simulator.script(() => reply(text(long), redacted(), thinking(), call('read', { path: long }, { chunkChars: 3 })))
  const events = readEvents((await postMessage(simulator.url, streaming)).text)
  const starts = events.filter(({ event }) => event === 'content_block_start').map(({ data }) => data.content_block)
  expect(starts).toMatchObject([
    { type: 'text', text: '' },
    { type: 'redacted_thinking', data: expect.any(String) },
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'tool_use', name: 'read', input: {}, id: expect.stringMatching(/^toolu_/) },
  ])
  const deltas = events.flatMap(({ data }) => (data.delta && typeof data.delta === 'object' ? [data.delta] : []))
  const joined = (key: string) => deltas.map((delta) => (key in delta ? Reflect.get(delta, key) : '')).join('')
  expect(joined('text')).toBe(long)
  expect(JSON.parse(joined('partial_json'))).toEqual({ path: long })
  expect(joined('thinking')).toBe('')
  expect(joined('signature')).not.toBe('')
})

test('usage begins with the first token and ends with all of them', async () => {
  simulator.script(() => reply(thinking('a thought '.repeat(20)), 'words '.repeat(50)))
  const events = readEvents((await postMessage(simulator.url, streaming)).text)
  const start = events[0]?.data.message
  const end = events.at(-2)?.data.usage
  expect(start).toMatchObject({ usage: { output_tokens: 1, cache_creation: { ephemeral_5m_input_tokens: 0 } } })
  const billed = simulator.requests[0]?.usage
  expect(end).toMatchObject({
    output_tokens: billed?.output,
    input_tokens: billed?.input,
    output_tokens_details: { thinking_tokens: billed?.thinking },
  })
  expect(billed?.thinking).toBeGreaterThan(40)
  expect(billed?.output).toBeGreaterThan(billed?.thinking ?? Number.POSITIVE_INFINITY)
})

test('without streaming the same answer comes as one object', async () => {
  simulator.script(() => replyWith({ stopReason: 'stop_sequence', stopSequence: 'END' }, 'words'))
  const { text: json } = await postMessage(simulator.url, bodyWith())
  expect(JSON.parse(json)).toMatchObject({
    type: 'message',
    role: 'assistant',
    model: 'tine-demo',
    content: [{ type: 'text', text: 'words' }],
    stop_reason: 'stop_sequence',
    stop_sequence: 'END',
    stop_details: null,
    diagnostics: null,
  })
})

test('thinking is left out when it is off, and emptied but signed when its display is omitted', async () => {
  simulator.script(() => reply(thinking('secret thought'), 'words'))
  const off = await postMessage(simulator.url, bodyWith({ thinking: { type: 'disabled' } }))
  expect(JSON.parse(off.text).content).toMatchObject([{ type: 'text' }])
  const omitted = await postMessage(simulator.url, bodyWith({ thinking: { type: 'adaptive', display: 'omitted' } }))
  expect(JSON.parse(omitted.text).content[0]).toMatchObject({ thinking: '', signature: expect.stringMatching(/.{20}/) })
})

test('a gate holds the stream in the middle of a text until it opens', async () => {
  const opened = Promise.withResolvers<void>()
  simulator.script(() => reply(text('before ', gate(opened.promise), 'after')))
  const response = await openMessage(simulator.url, streaming)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (!received.includes('before ')) received += (await reader?.read())?.value ?? ''
  expect(received).not.toContain('after')
  expect(simulator.requests[0]?.outcome).toBe('pending')
  opened.resolve()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) received += chunk.value
  expect(received).toContain('after')
  expect((await simulator.requests[0]?.settled)?.outcome).toBe('ok')
})

test('bytes can be cut inside a character', async () => {
  await simulator.close()
  simulator = await startSimulator({ splitBytes: true, script: () => reply('ö'.repeat(40)) })
  const chunks: Buffer[] = []
  const body = JSON.stringify(streaming)
  await new Promise<void>((resolve) => {
    const socket = connect(simulator.port, '127.0.0.1', () => {
      socket.setNoDelay(true)
      socket.write(
        `POST /v1/messages HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-api-key: k\r\nanthropic-version: 2023-06-01\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve())
  })
  // Each write is one HTTP chunk: its size line and what it holds. One of them ends in the first half of an ö.
  const wire = Buffer.concat(chunks)
  expect(wire.includes(Buffer.concat([Buffer.from([0xc3]), Buffer.from('\r\n')]))).toBe(true)
})

test('a client that leaves is noticed', async () => {
  const opened = Promise.withResolvers<void>()
  simulator.script(() => reply(text('before ', gate(opened.promise), 'after')))
  const leave = new AbortController()
  await openMessage(simulator.url, streaming, { signal: leave.signal })
  leave.abort()
  const request = await simulator.requests[0]?.settled
  expect(request).toMatchObject({ outcome: 'aborted', usage: { output: 1 } })
})
