// One client of the serve door: let in once it knows the token, then frames to and from the host over its socket.
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import type { HostFrame } from '../../shared/contract/frames'
import type { Host, HostConnection } from '../host/host'

/** Reasons of ours to close a socket; those below 4000 are the protocol's own. */
export const CLOSE = {
  goingAway: 1001,
  notText: 1003,
  internal: 1011,
  tooSlow: 1013,
  /** The first frame was not the token of this process. */
  refused: 4401,
  /** No first frame came in time. */
  silent: 4408,
} as const

export interface ConnectionLimits {
  /** How long a page may take for its first frame. */
  authMs: number
  /** Unsent bytes beyond which deltas are left out; the finished item repairs the gap. */
  dropDeltasBytes: number
  /** Unsent bytes beyond which the client is cut off; it comes back and asks for what it has not seen. */
  cutOffBytes: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  authMs: 10_000,
  dropDeltasBytes: 8 * 1024 * 1024,
  cutOffBytes: 64 * 1024 * 1024,
}

export interface ConnectionOptions {
  host: Pick<Host, 'connect'>
  isToken(given: string): boolean
  /** Whether the token was shown on the way in; else the first frame must be it. */
  admitted: boolean
  limits: ConnectionLimits
  onIncident(event: string, cause: unknown): void
}

/** How long a client that was told to go may take to leave. */
const LEAVE_MS = 2_000

const authFrame = z.strictObject({ auth: z.string().max(1000) })

export class ServeConnection {
  readonly #socket: WebSocket
  /** What the socket writes to. */
  readonly #wire: Pick<Duplex, 'cork' | 'uncork'>
  readonly #options: ConnectionOptions
  readonly #authTimer: NodeJS.Timeout | undefined
  #host: HostConnection | null = null
  /** Frames since the last turn of the event loop. */
  #outbox: HostFrame[] = []
  #heardFrom = true

  constructor(socket: WebSocket, wire: Pick<Duplex, 'cork' | 'uncork'>, options: ConnectionOptions) {
    this.#socket = socket
    this.#wire = wire
    this.#options = options
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => {
      this.#heardFrom = true
    })
    // A reset, an oversized or a malformed frame: the client's doing, and 'close' always follows.
    socket.on('error', () => {})
    socket.on('close', () => this.#closed())
    if (options.admitted) this.#connect()
    else this.#authTimer = setTimeout(() => this.#end(CLOSE.silent), options.limits.authMs).unref()
  }

  /** Asks for a sign of life; a client that gave none since the last call is cut off. */
  beat(): void {
    if (!this.#heardFrom) {
      this.#socket.terminate()
      return
    }
    this.#heardFrom = false
    this.#socket.ping()
  }

  /** Says that the server ends. */
  close(): void {
    this.#end(CLOSE.goingAway)
  }

  #connect(): void {
    clearTimeout(this.#authTimer)
    this.#host = this.#options.host.connect((frame) => this.#post(frame))
  }

  /**
   * What the host says in one go leaves together, when it has spoken: written frame by frame, it would pay a system call for
   * each before the requests of the forks it has just started.
   */
  #post(frame: HostFrame): void {
    if (this.#outbox.push(frame) === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    const frames = this.#outbox
    this.#outbox = []
    this.#wire.cork()
    try {
      for (const frame of frames) this.#send(frame)
    } finally {
      this.#wire.uncork()
    }
  }

  #closed(): void {
    clearTimeout(this.#authTimer)
    this.#host?.close()
    this.#host = null
  }

  /** The host is done with this client at once; the client has a moment to read what waits for it and the reason. */
  #end(reason: number): void {
    this.#flush()
    this.#closed()
    this.#socket.close(reason)
    const timer = setTimeout(() => this.#socket.terminate(), LEAVE_MS).unref()
    this.#socket.once('close', () => clearTimeout(timer))
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#heardFrom = true
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (isBinary) {
      this.#end(CLOSE.notText)
      return
    }
    const frame = parseJson(data.toString())
    if (!this.#host) this.#authenticate(frame)
    else if (frame === NOT_JSON) this.#post(notJsonAnswer)
    else this.#host.receive(frame)
  }

  #authenticate(frame: unknown): void {
    const first = authFrame.safeParse(frame)
    if (!first.success || !this.#options.isToken(first.data.auth)) {
      this.#end(CLOSE.refused)
      return
    }
    // Before the host is connected, so that nothing it says can come first.
    this.#socket.send(JSON.stringify({ auth: 'ok' }))
    this.#connect()
  }

  #send(frame: HostFrame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { cutOffBytes, dropDeltasBytes } = this.#options.limits
    const unsent = this.#socket.bufferedAmount
    // Judged by what waits already, so that one frame of any size still reaches a client that keeps up.
    if (unsent > cutOffBytes) {
      this.#end(CLOSE.tooSlow)
      return
    }
    if (unsent > dropDeltasBytes && 'event' in frame && frame.event.type === 'item.delta') return
    const text = this.#textOf(frame)
    if (text !== null) this.#socket.send(text)
  }

  /** The host must never be thrown at. What cannot be written ends this connection; the client reads anew. */
  #textOf(frame: HostFrame): string | null {
    try {
      return JSON.stringify(frame)
    } catch (error) {
      this.#options.onIncident('serve.unwritable-frame', error)
      this.#end(CLOSE.internal)
      return null
    }
  }
}

const NOT_JSON = Symbol('not JSON')

const notJsonAnswer: HostFrame = {
  id: null,
  ok: false,
  failure: {
    code: 'invalid_input',
    message: 'The frame is not JSON.',
    path: '',
    issues: [{ path: '', message: 'expected one JSON object' }],
  },
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return NOT_JSON
    throw error
  }
}
