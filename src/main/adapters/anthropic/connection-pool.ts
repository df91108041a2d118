// Owns the connections to one server: kept while they idle, and opened before they are needed where that is known.
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * How long a connection may idle, unless the server asks for less: longer than most tool calls of an agent take, shorter than any
 * firewall between forgets it.
 */
const IDLE_MS = 60_000
const OPTIONS = { keepAlive: true, scheduling: 'lifo', timeout: IDLE_MS } as const

export class ConnectionPool {
  /** Takes an idle connection, else one that was opened ahead, else opens one. */
  readonly agent: HttpAgent
  /** Each with what forgets it again. */
  private readonly ahead = new Map<Socket, () => void>()
  private readonly connect: HttpAgent['createConnection']

  constructor(private readonly origin: URL) {
    const agent = origin.protocol === 'https:' ? new HttpsAgent(OPTIONS) : new HttpAgent(OPTIONS)
    this.connect = agent.createConnection.bind(agent)
    agent.createConnection = (options, opened) => this.takeAhead() ?? this.connect(options, opened)
    this.agent = agent
  }

  /** Opens so many connections that `requests` sent at once each find one. Those that fail are forgotten: a request will tell why. */
  warm(requests: number): void {
    for (let n = this.idle(); n < requests; n++) {
      const socket = this.connect(this.address())
      if (socket instanceof Socket) this.keepAhead(socket)
    }
  }

  private idle(): number {
    const free = Object.values(this.agent.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0)
    return free + this.ahead.size
  }

  private address() {
    const host = this.origin.hostname.replace(/^\[|\]$/g, '')
    const port = this.origin.port || (this.origin.protocol === 'https:' ? 443 : 80)
    return { ...OPTIONS, host, port, servername: isIP(host) === 0 ? host : '' }
  }

  private keepAhead(socket: Socket): void {
    const drop = () => {
      this.ahead.delete(socket)
      socket.destroy()
    }
    this.ahead.set(socket, drop)
    for (const end of ENDS) socket.once(end, drop)
    socket.unref() // it keeps no process from ending
  }

  private takeAhead(): Duplex | null {
    for (const [socket, drop] of this.ahead) {
      this.ahead.delete(socket)
      for (const end of ENDS) socket.off(end, drop)
      if (!socket.destroyed) return socket.ref()
    }
    return null
  }
}

/** What ends a connection that no request has taken. */
const ENDS = ['error', 'timeout', 'end', 'close'] as const
