import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WebSocket as Socket, WebSocketServer } from 'ws'
import type { HostEvent } from '../../shared/contract/events'
import { type ConnectionState, createHostClient, type HostClient } from './host-client'
import { portChannel } from './port-channel'
import { websocketChannel } from './websocket-channel'

let server: WebSocketServer
let client: HostClient | undefined
let sockets: Socket[]
/** What the server does with a frame that came after the token. */
let answer: (socket: Socket, frame: { id: number; command: string }) => void

beforeEach(async () => {
  sockets = []
  answer = (socket, frame) => socket.send(JSON.stringify({ id: frame.id, ok: true, result: { echo: frame.command } }))
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket) => {
    let admitted = false
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data))
      if (admitted) return answer(socket, frame)
      if (frame.auth !== 'right') return socket.close(4401)
      admitted = true
      sockets.push(socket)
      socket.send(JSON.stringify({ auth: 'ok' }))
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
})

afterEach(async () => {
  client?.close()
  for (const socket of server.clients) socket.terminate()
  await new Promise((resolve) => server.close(resolve))
})

function connect(token = 'right'): HostClient {
  const { port } = server.address() as AddressInfo
  client = createHostClient(websocketChannel(`ws://127.0.0.1:${port}/host`, token))
  return client
}

function reach(host: HostClient, wanted: ConnectionState): Promise<void> {
  return new Promise((resolve) => host.onConnection((state) => state === wanted && resolve()))
}

test('a command given before the connection stands is sent when it does', async () => {
  await expect(connect().call('app.info', {})).resolves.toEqual({ echo: 'app.info' })
})

test('a failure of the host is thrown with its code, its sentence and its facts', async () => {
  answer = (socket, frame) =>
    socket.send(
      JSON.stringify({ id: frame.id, ok: false, failure: { code: 'not_found', message: 'No such thread.', id: 'x' } }),
    )
  await expect(connect().call('app.info', {})).rejects.toMatchObject({
    failure: { code: 'not_found', message: 'No such thread.', id: 'x' },
  })
})

test('events reach every listener, in their order', async () => {
  const host = connect()
  const heard: HostEvent[] = []
  const done = new Promise<void>((resolve) => host.onEvent((event) => heard.push(event) === 2 && resolve()))
  await reach(host, 'open')
  for (const seq of [1, 2]) sockets[0]?.send(JSON.stringify({ event: { seq, type: 'settings.changed' } }))
  await done
  expect(heard).toMatchObject([{ seq: 1 }, { seq: 2 }])
})

test('when the connection breaks, open commands fail, later ones wait, and it comes back by itself', async () => {
  const host = connect()
  answer = (socket) => socket.terminate()
  await expect(host.call('app.info', {})).rejects.toMatchObject({ name: 'ConnectionLostError' })
  answer = (socket, frame) => socket.send(JSON.stringify({ id: frame.id, ok: true, result: 'again' }))
  await expect(host.call('app.info', {})).resolves.toBe('again')
  expect(sockets).toHaveLength(2)
})

test('a wrong token is final: nothing is tried again', async () => {
  const host = connect('wrong')
  await reach(host, 'refused')
  await expect(host.call('app.info', {})).rejects.toMatchObject({ name: 'ConnectionLostError' })
})

test('the port of the desktop counts only when this very window hands it over', async () => {
  const page = Object.assign(new EventTarget(), {}) as Window
  const give = (source: unknown, data: string) => {
    const { port1, port2 } = new MessageChannel()
    const event = Object.assign(new Event('message'), { source, data, ports: [port1] })
    page.dispatchEvent(event)
    return port2
  }
  client = createHostClient(portChannel(page))
  give('another window', 'tine:port').close()
  give(page, 'something else').close()
  const port = give(page, 'tine:port')
  port.onmessage = ({ data }) => port.postMessage({ id: data.id, ok: true, result: data.command })
  await expect(client.call('app.info', {})).resolves.toBe('app.info')
  port.close()
})
