// One server of one session: connected once for all of its threads, and connected again, within bounds, when it is lost.
import { type FrozenTools, freezeTools } from '../../../core/mcp/freeze-tools'
import type { ServerEntry } from '../../../core/mcp/server-entry'
import type { Hash } from '../../../core/wire/wire-snapshot'
import { logIncident } from '../incident'
import type { Clock } from '../ports/clock'
import type { Log } from '../ports/log'
import {
  type ConnectOrder,
  type ServerConnection,
  type ServerConnector,
  type ServerFault,
  ServerFaultError,
} from '../ports/tool-servers'

export type LinkState = 'resting' | 'starting' | 'connected' | 'failed'

/** Waits before the attempts to reach a server again; when they are used up it is left until somebody asks for it. */
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000]
/** A connection that held this long had nothing to do with the failures before it. */
const SETTLED_MS = 60_000
/** A call may try a server that was given up, but not at every turn. */
const TRY_AGAIN_MS = 30_000

export interface LinkParts {
  clock: Clock
  log: Log
  hash: Hash
  connector: ServerConnector
}

export interface LinkOrder extends Pick<ConnectOrder, 'name' | 'folder' | 'onProcess' | 'onProcessEnd'> {
  slug: string
  entry: ServerEntry
  /** Something about it is other than before. */
  onChange(): void
}

const NO_TOOLS: FrozenTools = { tools: [], leftOut: [] }

export class ServerLink {
  state: LinkState = 'resting'
  fault: ServerFault | null = null
  /** What it offers now, or offered last. */
  offer: FrozenTools = NO_TOOLS
  title: string | null = null
  private connection: ServerConnection | null = null
  private attempt: Promise<void> | null = null
  private ending: Promise<void> = Promise.resolve()
  private failures = 0
  private connectedAt = 0
  private failedAt = 0
  private cancelRetry: () => void = () => {}
  private abort = new AbortController()
  private closed = false

  constructor(
    private readonly parts: LinkParts,
    readonly order: LinkOrder,
  ) {}

  /** The last lines it wrote on standard error. */
  get lastWords(): string[] {
    return this.connection?.lastWords() ?? this.fault?.lastWords ?? []
  }

  /** Resolves when the attempt to connect that is under way, or is begun now, has ended either way. */
  start(): Promise<void> {
    if (this.closed || this.state === 'connected') return Promise.resolve()
    this.cancelRetry()
    this.attempt ??= this.connect().finally(() => {
      this.attempt = null
    })
    return this.attempt
  }

  /** Connects again because a person says so, also where it was given up. */
  async restart(): Promise<void> {
    this.failures = 0
    await this.rest()
    await this.start()
  }

  /** Ends the connection until somebody needs it. */
  async rest(): Promise<void> {
    this.cancelRetry()
    this.abort.abort(new Error(`the server ${this.order.name} is not needed now`))
    await this.attempt
    await this.drop()
    this.abort = new AbortController()
    this.become('resting', null)
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.closed = true
    await this.rest()
  }

  /**
   * The connection, for a call: connects first where there is none.
   *
   * @throws ServerFaultError where there is none to be had now; the signal's reason when it was aborted
   */
  async connected(signal: AbortSignal): Promise<ServerConnection> {
    if (!this.connection && this.mayTry()) await orAborted(this.start(), signal)
    if (this.connection) return this.connection
    throw new ServerFaultError(this.fault ?? { reason: 'it is not connected', permanent: false, lastWords: [] })
  }

  private mayTry(): boolean {
    return this.state !== 'failed' || this.parts.clock.now() - this.failedAt >= TRY_AGAIN_MS
  }

  private async connect(): Promise<void> {
    const { connector, clock } = this.parts
    const { signal } = this.abort
    this.become('starting', this.fault)
    await this.ending
    let mine: ServerConnection | null = null
    try {
      const connection = await connector.connect({
        ...this.order,
        signal,
        onToolsChanged: () => void this.lookAgain(),
        onLost: (fault) => this.lost(fault),
      })
      mine = this.connection = connection
      const offered = await connection.listTools(signal)
      this.offer = freezeTools(this.order.slug, offered, this.parts.hash)
      this.title = connection.title
      this.connectedAt = clock.now()
      this.become('connected', null)
    } catch (error) {
      if (mine && this.connection !== mine) return // lost meanwhile, and told so
      await this.drop()
      if (signal.aborted) return
      this.failed(faultOf(error, this.parts.log, this.order.name))
    }
  }

  /** The offer is read again for whoever looks at it; what was frozen stays as it is. */
  private async lookAgain(): Promise<void> {
    const { connection } = this
    if (!connection || this.state !== 'connected') return
    try {
      const offered = await connection.listTools(this.abort.signal)
      if (this.connection !== connection) return
      this.offer = freezeTools(this.order.slug, offered, this.parts.hash)
      this.order.onChange()
    } catch (error) {
      if (error instanceof ServerFaultError || this.abort.signal.aborted) return // the last offer holds
      logIncident(this.parts.log, 'mcp.list', error, { server: this.order.name })
    }
  }

  private lost(fault: ServerFault): void {
    if (this.closed || !this.connection) return
    if (this.parts.clock.now() - this.connectedAt >= SETTLED_MS) this.failures = 0
    void this.drop()
    this.failed(fault)
  }

  private failed(fault: ServerFault): void {
    this.failedAt = this.parts.clock.now()
    const wait = fault.permanent ? undefined : RETRY_MS[this.failures]
    this.failures += 1
    this.parts.log.warn('mcp.lost', { server: this.order.name, failures: this.failures, again: wait !== undefined })
    this.cancelRetry()
    if (wait !== undefined) this.cancelRetry = this.parts.clock.after(wait, () => void this.start())
    this.become(wait === undefined ? 'failed' : 'starting', fault)
  }

  private drop(): Promise<void> {
    const { connection } = this
    this.connection = null
    if (connection)
      this.ending = connection
        .close()
        .catch((error: unknown) => void logIncident(this.parts.log, 'mcp.close', error, { server: this.order.name }))
    return this.ending
  }

  private become(state: LinkState, fault: ServerFault | null): void {
    const same = this.state === state && this.fault === fault
    this.state = state
    this.fault = fault
    if (!same) this.order.onChange()
  }
}

function faultOf(error: unknown, log: Log, server: string): ServerFault {
  if (error instanceof ServerFaultError) return error.fault
  const incident = logIncident(log, 'mcp.connect', error, { server })
  return { reason: `something went wrong inside the app (${incident})`, permanent: true, lastWords: [] }
}

/** Resolves as the promise does; rejects with the signal's reason when that comes first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason)
    signal.addEventListener('abort', aborted, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}
