// A serve door over a host that only remembers and echoes, and clients of every kind to knock at it.
import { on, once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { Host, HostConnection } from '../main/host/host'
import { type ServeDoor, serveOnLoopback } from '../main/transport/serve-http'
import type { SocketLimits } from '../main/transport/websocket-server'
import type { HostFrame } from '../shared/contract/frames'
import { temporaryFolder } from './temporary-store'

/** A host whose every answer is what it was asked. */
export class EchoHost implements Pick<Host, 'connect'> {
  readonly received: unknown[] = []
  readonly sinks = new Set<(frame: HostFrame) => void>()

  connect(sink: (frame: HostFrame) => void): HostConnection {
    this.sinks.add(sink)
    return {
      receive: (frame) => {
        this.received.push(frame)
        sink({ id: null, ok: true, result: frame })
      },
      close: () => void this.sinks.delete(sink),
    }
  }

  /** Says something to every client. */
  say(frame: HostFrame): void {
    for (const sink of this.sinks) sink(frame)
  }
}

export interface OpenDoor {
  door: ServeDoor
  host: EchoHost
  incidents: string[]
  pageFolder: string
  port: number
}

/** Opens a door on a small page; it is closed when the test ends. */
export async function openDoor(limits: Partial<SocketLimits> = {}): Promise<OpenDoor> {
  const pageFolder = join(temporaryFolder(), 'renderer')
  mkdirSync(join(pageFolder, 'assets'), { recursive: true })
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html>')
  writeFileSync(join(pageFolder, 'assets', 'main-1a2b.js'), 'run()')
  writeFileSync(join(pageFolder, '..', 'secret.json'), '{}')
  const host = new EchoHost()
  const incidents: string[] = []
  const door = await serveOnLoopback({
    host,
    pageFolder,
    port: 0,
    limits,
    onIncident: (event) => incidents.push(event),
  })
  onTestFinished(() => door.close())
  return { door, host, incidents, pageFolder, port: Number(new URL(door.address).port) }
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
  /** The socket, when the server switched protocols. */
  upgraded: Duplex | null
}

/** Asks with exactly these headers and this path; what a browser or `fetch` would put right goes out as it is. */
export async function ask(port: number, options: RequestOptions): Promise<Answer> {
  const outgoing = request({ host: '127.0.0.1', port, agent: false, ...options })
  outgoing.end()
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('upgrade', (answer, socket) => {
      onTestFinished(() => void socket.destroy())
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: '', upgraded: socket })
    })
    outgoing.on('response', async (answer) => {
      let body = ''
      for await (const part of answer.setEncoding('utf8')) body += part
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, upgraded: null })
    })
  })
}

/** What a program sends to open the socket, but for `Host` and `Origin`. */
export const UPGRADE_HEADERS = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
}

export class Client {
  readonly socket: WebSocket
  /** The code the socket was closed with. */
  readonly closed: Promise<number>
  readonly #frames: AsyncIterator<{ data: string }[]>

  constructor(url: string) {
    this.socket = new WebSocket(url)
    this.closed = once(this.socket, 'close').then(([event]) => event.code)
    this.#frames = on(this.socket, 'message', { close: ['close'] })
    onTestFinished(() => this.socket.close())
  }

  async opened(): Promise<this> {
    await once(this.socket, 'open')
    return this
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The next frame; an error when the socket closes instead. */
  async next(): Promise<unknown> {
    const frame = await this.#frames.next()
    const [message] = frame.done ? [] : frame.value
    if (!message) throw new Error('the socket closed')
    return JSON.parse(message.data)
  }
}

/** A program's client: it shows the token in the address. */
export async function scriptClient({ door, port }: OpenDoor): Promise<Client> {
  return new Client(`ws://127.0.0.1:${port}/host?token=${door.token}`).opened()
}

/** The page's client, before its first frame. */
export async function pageClient({ port }: OpenDoor): Promise<Client> {
  return new Client(`ws://127.0.0.1:${port}/host`).opened()
}
