// The serve door: the built page and the host's socket on one port of loopback.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Host } from '../host/host'
import { mintSecret, sameSecret } from './access-token'
import { OneUseCodes } from './one-use-codes'
import { addressRefusal } from './own-address'
import { CONTENT_SECURITY_POLICY, readPageFile } from './page-files'
import { refuseUpgrade } from './refuse-upgrade'
import { HostSockets, SOCKET_LIMITS, type SocketLimits } from './websocket-server'

const LOOPBACK = '127.0.0.1'
/** Sockets of any kind; far above what browsers open, far below what the system would refuse us. */
const MOST_CONNECTIONS = 256

export interface ServeOptions {
  host: Pick<Host, 'connect'>
  /** Where the page was built to. */
  pageFolder: string
  /** 0: a free one. */
  port: number
  /** Hears of what should not happen; never of what clients do. */
  onIncident(event: string, cause: unknown): void
  limits?: Partial<SocketLimits>
}

export interface ServeDoor {
  /** `http://127.0.0.1:PORT`, without the token. */
  readonly address: string
  /** 256 bits, for the life of this door. */
  readonly token: string
  /** An address that lets a browser in once, within 30 seconds. */
  oneUseAddress(): string
  /** Stops listening and ends every connection. */
  close(): Promise<void>
}

/**
 * Serves the page and the host on 127.0.0.1 only. Every request must name us in `Host`, and in `Origin` if it has one.
 *
 * @throws what listening failed with: an error with code `EADDRINUSE` or `EACCES` when the port cannot be had
 */
export async function serveOnLoopback(options: ServeOptions): Promise<ServeDoor> {
  const server = createServer()
  server.maxConnections = MOST_CONNECTIONS
  const listening = once(server, 'listening')
  server.listen({ host: LOOPBACK, port: options.port })
  await listening
  return new LoopbackDoor(server, options)
}

interface Answer {
  status: number
  headers: Record<string, string>
  body?: Buffer
}

const BARE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

class LoopbackDoor implements ServeDoor {
  readonly address: string
  readonly token = mintSecret()
  readonly #server: Server
  readonly #options: ServeOptions
  readonly #port: number
  readonly #codes = new OneUseCodes()
  readonly #sockets: HostSockets

  constructor(server: Server, options: ServeOptions) {
    this.#server = server
    this.#options = options
    this.#port = portOf(server)
    this.address = `http://${LOOPBACK}:${this.#port}`
    this.#sockets = new HostSockets({
      host: options.host,
      isToken: (given) => sameSecret(given, this.token),
      limits: { ...SOCKET_LIMITS, ...options.limits },
      onIncident: options.onIncident,
    })
    server.on('error', (error) => options.onIncident('serve.listening-failed', error))
    server.on('request', (request, response) => void this.#answer(request, response))
    server.on('upgrade', (request, socket, head) => {
      const refusal = addressRefusal(request, this.#port)
      const url = this.#urlOf(request)
      if (refusal !== null || url === null) refuseUpgrade(socket, refusal ?? 400)
      else this.#sockets.accept(request, url, socket, head)
    })
  }

  oneUseAddress(): string {
    return `${this.address}/open?code=${this.#codes.issue()}`
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#sockets.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let answer: Answer
    try {
      answer = await this.#answerTo(request)
    } catch (error) {
      this.#options.onIncident('serve.request-failed', error)
      answer = bare(500)
    }
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body?.byteLength ?? 0 })
    response.end(request.method === 'HEAD' ? undefined : answer.body)
  }

  async #answerTo(request: IncomingMessage): Promise<Answer> {
    const refusal = addressRefusal(request, this.#port)
    if (refusal !== null) return bare(refusal)
    const url = this.#urlOf(request)
    if (url === null) return bare(400)
    if (request.method !== 'GET' && request.method !== 'HEAD') return bare(405, { allow: 'GET, HEAD' })
    if (url.pathname === '/open') return this.#letIn(request, url)
    const file = await readPageFile(this.#options.pageFolder, url.pathname)
    return file === null ? bare(404) : { status: 200, ...file }
  }

  /** Trades a one-use code for the token, which then is in the fragment only: no server and no log sees it there. */
  #letIn(request: IncomingMessage, url: URL): Answer {
    // Programs that look at links before a person does ask with HEAD; they must not use the code up.
    if (request.method !== 'GET') return bare(405, { allow: 'GET' })
    const admitted = this.#codes.take(url.searchParams.get('code') ?? '')
    return admitted ? bare(302, { location: `/#token=${this.token}` }) : bare(404)
  }

  /** Only the form `/path`: a whole address in its place is meant for a proxy. */
  #urlOf(request: IncomingMessage): URL | null {
    const target = request.url ?? ''
    return target.startsWith('/') && URL.canParse(this.address + target) ? new URL(this.address + target) : null
  }
}

function bare(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...BARE_HEADERS, ...headers } }
}

function portOf(server: Server): number {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server listens on no port')
  return bound.port
}
