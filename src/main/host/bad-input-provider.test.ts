// Servers that answer what no server of the Messages API answers: each turn ends with a sentence, none with a bug.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { Thread } from '../../shared/domain/thread'
import { atRest, converse, itemsOf } from '../../testing/conversation'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server that answers every request like this; its requests are counted. */
async function serverWith(answer: Answer): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    request.resume().on('end', () => answer(response, request))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, requests }
}

const sse =
  (...events: (object | string)[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_odd' })
    for (const event of events)
      response.write(
        typeof event === 'string' ? event : `event: ${Reflect.get(event, 'type')}\ndata: ${JSON.stringify(event)}\n\n`,
      )
    response.end()
  }

const START = {
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} },
}
const block = (index: unknown, content_block: object) => ({ type: 'content_block_start', index, content_block })
const END = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]

/** What becomes of a turn against such a server; what would be tried again is not waited for. */
async function turnAgainst(answer: Answer): Promise<{ thread: Thread; log: string[]; requests: IncomingMessage[] }> {
  const { url, requests } = await serverWith(answer)
  const talk = await converse(() => null, { env: { ANTHROPIC_BASE_URL: url } })
  const { client, threadId } = talk
  await client.call('turn.send', { threadId, text: 'Hi' })
  const seen = await client.state(threadId, 'failed', 'interrupted', 'rate-limited', 'idle')
  if (seen.state === 'rate-limited') await client.call('turn.interrupt', { threadId })
  await atRest(client, threadId)
  expect((await itemsOf(client, threadId))[0]).toMatchObject({ kind: 'user', text: 'Hi' })
  return { thread: seen, log: talk.log, requests }
}

test.each<[string, Answer, RegExp]>([
  [
    'JSON that is no stream',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"msg_1"}'),
    /application\/json instead of an event stream/,
  ],
  ['nothing at all', (response) => response.writeHead(200).end(), /unknown type instead of an event stream/],
  [
    'a page as an error',
    (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>no</h1>'),
    /does not know this model or address \(404\)/,
  ],
  [
    'an error of another shape',
    (response) => response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"odd"}'),
    /answered 400/,
  ],
  ['a teapot', (response) => response.writeHead(418).end('short and stout'), /answered 418/],
  ['an empty stream', sse(), /ended in the middle/],
  ['a stream without a beginning', sse(block(0, { type: 'text', text: '' }), ...END), /before message_start/],
  ['a block out of order', sse(START, block(7, { type: 'text', text: '' }), ...END), /block 7/],
  ['a block that is none', sse(START, block(0, { text: 'no type' }), ...END), /without a type/],
  [
    'a delta of nothing',
    sse(START, { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'x' } }),
    /has not begun/,
  ],
  ['text that is a number', sse(START, block(0, { type: 'text', text: 5 }), ...END), /without its text/],
  ['events that are no objects', sse(START, 'event: content_block_start\ndata: 17\n\n'), /not an object|not JSON/],
  ['two beginnings', sse(START, START), /second message_start/],
])('an answer that is %s', async (_name, answer, words) => {
  const { thread, log } = await turnAgainst(answer)
  expect(thread.state).toBeOneOf(['failed', 'interrupted', 'rate-limited'])
  expect(thread.stateReason).toMatch(words)
  expect(log.filter((line) => line.includes('"error"'))).toEqual([])
})

test('an answer with unknown events, unknown blocks and odd numbers is borne', async () => {
  const odd = {
    ...START,
    message: { ...START.message, usage: { input_tokens: -5, cache_read_input_tokens: '7', output_tokens: 1e99 } },
  }
  const { thread } = await turnAgainst(
    sse(
      ': a comment\n\n',
      odd,
      { type: 'ping' },
      { type: 'weather', sunny: true },
      block(0, { type: 'hologram', light: 1 }),
      { type: 'content_block_delta', index: 0, delta: { type: 'light_delta', light: 2 } },
      { type: 'content_block_stop', index: 0 },
      block(1, { type: 'text', text: '' }),
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello \ud800.' } },
      { type: 'content_block_stop', index: 1 },
      ...END,
    ),
  )
  expect(thread.state).toBe('idle')
})

test('a server that sends its visitors elsewhere is not followed: neither key nor words go to an address nobody entered', async () => {
  const elsewhere = await serverWith(sse(START, ...END))
  const { thread, requests } = await turnAgainst((response) =>
    response.writeHead(307, { location: `${elsewhere.url}/v1/messages` }).end(),
  )
  expect(thread).toMatchObject({ state: 'failed', stateReason: expect.stringContaining('307') })
  expect(requests).toHaveLength(1)
  expect(elsewhere.requests).toEqual([])
})

test('an error with ten megabytes of words is cut, not stored', async () => {
  const message = 'x'.repeat(10_000_000)
  const { thread } = await turnAgainst((response) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { type: 'invalid_request_error', message } })),
  )
  expect(thread.state).toBe('failed')
  expect(thread.stateReason?.length).toBeLessThan(5_000)
})
