// The SDK's way out, over real HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ManualClock } from '../../../testing/manual-clock'
import { createHttpFetch } from './http-fetch'

const STALL_MS = 1_000

async function serve(answer: (incoming: IncomingMessage, response: ServerResponse, body: string) => void) {
  const sockets: Socket[] = []
  const waiting: (() => void)[] = []
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    incoming.on('end', () => answer(incoming, response, body))
  })
  server.on('connection', (socket) => {
    sockets.push(socket)
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const connections = (n: number) =>
    new Promise<void>((resolve) => {
      const look = () => sockets.length >= n && resolve()
      waiting.push(look)
      look()
    })
  const clock = new ManualClock()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, connections, clock }
}

test('text and bytes arrive as they are, with their length, and the answer comes back with its status and headers', async () => {
  const { url, clock } = await serve((incoming, response, body) => {
    response.writeHead(418, 'Teapot', { 'request-id': 'req_1', 'set-cookie': ['a=1', 'b=2'] })
    response.end(`${incoming.method} ${incoming.url} ${incoming.headers['content-length']} ${body}`)
  })
  const { fetch } = createHttpFetch(clock, STALL_MS)
  for (const body of ['grüß', Buffer.from('grüß')]) {
    const sent: string[] = []
    const init = { method: 'POST', body, onSent: () => sent.push('sent') }
    const response = await fetch(`${url}/v1?x=1`, init)
    expect([response.status, response.statusText]).toEqual([418, 'Teapot'])
    expect(response.headers.get('request-id')).toBe('req_1')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toBe('POST /v1?x=1 6 grüß')
    expect(sent).toEqual(['sent'])
  }
})

test('a redirect is answered, not followed, and an answer without a body has none', async () => {
  const { url, clock } = await serve((incoming, response) => {
    if (incoming.url === '/moved') response.writeHead(307, { location: '/there' }).end()
    else response.writeHead(204).end()
  })
  const { fetch } = createHttpFetch(clock, STALL_MS)
  expect((await fetch(`${url}/moved`)).status).toBe(307)
  expect((await fetch(`${url}/none`)).body).toBeNull()
})

test('an abort throws its reason, before the answer and while it is read', async () => {
  const { url, clock } = await serve((incoming, response) => {
    if (incoming.url === '/begun') response.write('begun')
  })
  const { fetch } = createHttpFetch(clock, STALL_MS)
  const early = new AbortController()
  const waiting = fetch(`${url}/silent`, { signal: early.signal })
  early.abort(new Error('not wanted'))
  await expect(waiting).rejects.toThrow('not wanted')
  const late = new AbortController()
  const reader = (await fetch(`${url}/begun`, { signal: late.signal })).body?.getReader()
  await reader?.read()
  const next = reader?.read()
  late.abort(new Error('enough'))
  await expect(next).rejects.toThrow('enough')
})

test('an answer that breaks off is an error, not an end', async () => {
  const { url, clock, sockets } = await serve((_incoming, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('part')
  })
  const reader = (await createHttpFetch(clock, STALL_MS).fetch(url)).body?.getReader()
  await reader?.read()
  const next = reader?.read()
  sockets[0]?.destroy()
  await expect(next).rejects.toThrow()
})

test('silence is told of when it has lasted, counted from the last byte, and not after the end', async () => {
  let response: ServerResponse | undefined
  const { url, clock } = await serve((_incoming, answer) => {
    response = answer
    answer.write('one')
  })
  let stalls = 0
  const { fetch } = createHttpFetch(clock, STALL_MS)
  const reader = (await fetch(url, { onStall: () => stalls++ } as RequestInit)).body?.getReader()
  await reader?.read()
  await clock.advance(STALL_MS - 1)
  response?.write('two')
  await reader?.read()
  await clock.advance(STALL_MS - 1)
  expect(stalls).toBe(0)
  await clock.advance(1)
  expect(stalls).toBe(1)
  response?.end()
  expect((await reader?.read())?.done).toBe(true)
  await clock.advance(10 * STALL_MS)
  expect(stalls).toBe(1)
})

test('a connection is used again, and those opened ahead are used before any other is opened', async () => {
  const { url, clock, sockets, connections } = await serve((_incoming, response) => response.end('ok'))
  const { fetch, warm } = createHttpFetch(clock, STALL_MS)
  await (await fetch(url)).text()
  await (await fetch(url)).text()
  expect(sockets).toHaveLength(1)
  warm(url, 3)
  await connections(3)
  warm(url, 3)
  const texts = await Promise.all([1, 2, 3].map(async () => (await fetch(url)).text()))
  expect(texts).toEqual(['ok', 'ok', 'ok'])
  expect(sockets).toHaveLength(3)
})

test('a connection opened ahead that the server has closed is not used, and one that cannot be opened disturbs nobody', async () => {
  const { url, clock, sockets, connections } = await serve((_incoming, response) => response.end('ok'))
  const { fetch, warm } = createHttpFetch(clock, STALL_MS)
  warm(url, 1)
  await connections(1)
  const closed = new Promise((resolve) => sockets[0]?.once('close', resolve))
  sockets[0]?.end()
  await closed // the other side has answered the end with its own
  expect(await (await fetch(url)).text()).toBe('ok')
  expect(sockets).toHaveLength(2)
  warm('http://127.0.0.1:1', 1)
  await expect(fetch('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
