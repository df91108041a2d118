// The socket at /host: who may come in, how many, and whether they are still there.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Host } from '../host/host'
import { offeredTokens } from './access-token'
import { refuseUpgrade } from './refuse-upgrade'
import { CONNECTION_LIMITS, type ConnectionLimits, ServeConnection } from './serve-connection'

const PATHNAME = '/host'

export interface SocketLimits extends ConnectionLimits {
  /** The largest frame taken: every valid command fits, with each character of its text escaped. */
  frameBytes: number
  sockets: number
  /** How often a client has to give a sign of life. */
  heartbeatMs: number
}

export const SOCKET_LIMITS: SocketLimits = {
  ...CONNECTION_LIMITS,
  frameBytes: 16 * 1024 * 1024,
  sockets: 64,
  heartbeatMs: 30_000,
}

export interface HostSocketsOptions {
  host: Pick<Host, 'connect'>
  isToken(given: string): boolean
  limits: SocketLimits
  onIncident(event: string, cause: unknown): void
}

export class HostSockets {
  readonly #options: HostSocketsOptions
  readonly #server: WebSocketServer
  readonly #connections = new Set<ServeConnection>()
  readonly #heartbeat: NodeJS.Timeout

  constructor(options: HostSocketsOptions) {
    const { frameBytes, heartbeatMs } = options.limits
    this.#options = options
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: frameBytes,
    })
    this.#heartbeat = setInterval(() => {
      for (const connection of this.#connections) connection.beat()
    }, heartbeatMs).unref()
  }

  /** Answers a request to upgrade whose `Host` and `Origin` are ours: 404, 401, 503, or a connection to the host. */
  accept(request: IncomingMessage, url: URL, socket: Duplex, head: Buffer): void {
    const offered = offeredTokens(url, request.headers.authorization)
    const refusal = this.#refusalOf(url, offered)
    if (refusal !== null) {
      refuseUpgrade(socket, refusal)
      return
    }
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      const connection = new ServeConnection(accepted, socket, { ...this.#options, admitted: offered.length > 0 })
      this.#connections.add(connection)
      accepted.on('close', () => this.#connections.delete(connection))
    })
  }

  #refusalOf(url: URL, offered: readonly string[]): number | null {
    if (url.pathname !== PATHNAME) return 404
    if (!offered.every((token) => this.#options.isToken(token))) return 401
    return this.#connections.size < this.#options.limits.sockets ? null : 503
  }

  /** Tells every client that the server ends; who does not leave is cut off soon. */
  close(): void {
    clearInterval(this.#heartbeat)
    for (const connection of this.#connections) connection.close()
  }
}
