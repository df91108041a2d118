import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ask, Client, openDoor, pageClient, scriptClient, UPGRADE_HEADERS } from '../../testing/loopback-door'
import { CLOSE } from './serve-connection'

const question = { id: 1, command: 'app.info' }
const echo = { id: null, ok: true, result: question }

test('a program shows the token in the address', async () => {
  const client = await scriptClient(await openDoor())
  client.send(question)
  expect(await client.next()).toEqual(echo)
})

test('a page shows the token with its first frame', async () => {
  const open = await openDoor()
  const client = await pageClient(open)
  client.send({ auth: open.door.token })
  client.send(question)
  expect(await client.next()).toEqual({ auth: 'ok' })
  expect(await client.next()).toEqual(echo)
  expect(open.host.received).toEqual([question])
})

test.each([
  ['no token', (_: string) => question],
  ['a wrong token', (token: string) => ({ auth: `${token.slice(0, -1)}!` })],
  ['no text for a token', () => ({ auth: 7 })],
  ['more than the token', (token: string) => ({ auth: token, command: 'app.info' })],
  ['no JSON', (token: string) => token],
  ['null', () => null],
])('a first frame with %s ends the connection, and the host hears nothing', async (_name, first) => {
  const open = await openDoor()
  const client = await pageClient(open)
  client.send(first(open.door.token))
  client.send({ auth: open.door.token })
  expect(await client.closed).toBe(CLOSE.refused)
  expect(open.host.sinks.size).toBe(0)
  expect(open.host.received).toEqual([])
})

test('who says nothing is asked to come again', async () => {
  const client = await pageClient(await openDoor({ authMs: 20 }))
  expect(await client.closed).toBe(CLOSE.silent)
})

test('the socket opens for our own names, our own page or none, and the right token or none yet', async () => {
  const { port, door } = await openDoor()
  const own = { host: `127.0.0.1:${port}`, origin: `http://localhost:${port}` }
  const right = `/host?token=${door.token}`
  const bearer = `Bearer ${door.token}`
  const statusFor = async (path: string, headers: Record<string, string>) =>
    (await ask(port, { path, headers: { ...UPGRADE_HEADERS, ...headers } })).status
  const matrix: [number, string, Record<string, string>][] = [
    [101, '/host', { host: own.host }],
    [101, '/host', own],
    [101, right, own],
    [101, '/host', { ...own, authorization: bearer }],
    [101, right, { ...own, authorization: bearer }],
    [421, right, { host: `evil.example:${port}` }],
    [421, right, { host: 'evil.example', origin: 'http://evil.example' }],
    [403, right, { ...own, origin: 'http://evil.example' }],
    [403, right, { ...own, origin: 'null' }],
    [403, right, { ...own, origin: `http://localhost:${port + 1}` }],
    [401, '/host?token=wrong', own],
    [401, '/host?token=', own],
    [401, `${right}&token=wrong`, own],
    [401, '/host', { ...own, authorization: 'Bearer wrong' }],
    [401, '/host', { ...own, authorization: `Basic ${door.token}` }],
    [401, right, { ...own, authorization: 'Bearer wrong' }],
    [404, `/?token=${door.token}`, own],
    [404, `/host/?token=${door.token}`, own],
    [400, `http://127.0.0.1:${port}${right}`, own],
    [400, right, { ...own, upgrade: 'h2c' }],
    [400, right, { ...own, 'sec-websocket-version': '12' }],
  ]
  for (const [status, path, headers] of matrix) {
    expect(await statusFor(path, headers), `${path} ${JSON.stringify(headers)}`).toBe(status)
  }
})

test('what is no JSON is answered, and the connection goes on', async () => {
  const client = await scriptClient(await openDoor())
  client.send('{ "id": 1,')
  expect(await client.next()).toMatchObject({ id: null, ok: false, failure: { code: 'invalid_input' } })
  client.send(question)
  expect(await client.next()).toEqual(echo)
})

test('only text is taken', async () => {
  const client = await scriptClient(await openDoor())
  client.socket.send(Buffer.from(JSON.stringify(question)))
  expect(await client.closed).toBe(CLOSE.notText)
})

test('a frame above the limit ends the connection unread, one below is taken', async () => {
  const open = await openDoor({ frameBytes: 100 })
  const client = await scriptClient(open)
  client.send(question)
  expect(await client.next()).toEqual(echo)
  client.send('x'.repeat(101))
  expect(await client.closed).toBe(1009)
  expect(open.host.received).toHaveLength(1)
  expect(open.incidents).toEqual([])
})

test('there are not more sockets than allowed, and one that closed makes room', async () => {
  const open = await openDoor({ sockets: 1 })
  const client = await scriptClient(open)
  const knock = async () => (await ask(open.port, { path: '/host', headers: UPGRADE_HEADERS })).status
  expect(await knock()).toBe(503)
  client.socket.close()
  await client.closed
  await expect.poll(knock).toBe(101)
})

test('a client that gives no sign of life is cut off, one that does stays', async () => {
  const open = await openDoor({ heartbeatMs: 400 })
  const alive = await scriptClient(open)
  const path = `/host?token=${open.door.token}`
  const { upgraded } = await ask(open.port, { path, headers: UPGRADE_HEADERS })
  if (!upgraded) throw new Error('not let in')
  expect(open.host.sinks.size).toBe(2)
  // Reads the pings, and never answers one.
  upgraded.resume()
  await once(upgraded, 'close')
  await expect.poll(() => open.host.sinks.size).toBe(1)
  alive.send(question)
  expect(await alive.next()).toEqual(echo)
})

test('when the door closes, its clients are told and the host is rid of them', async () => {
  const open = await openDoor()
  const clients = [await scriptClient(open), await pageClient(open)]
  await open.door.close()
  expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([CLOSE.goingAway, CLOSE.goingAway])
  expect(open.host.sinks.size).toBe(0)
  const late = new Client(`ws://127.0.0.1:${open.port}/host`)
  await once(late.socket, 'error')
})
