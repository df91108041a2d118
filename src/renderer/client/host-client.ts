// The one way from the page to the host: commands typed by the contract, events as they come, and a connection that mends itself.
import type { CommandInput, CommandName, CommandResult } from '../../shared/contract/commands'
import type { HostEvent } from '../../shared/contract/events'
import { FailureError } from '../../shared/contract/failure'
import type { HostFrame, RequestFrame } from '../../shared/contract/frames'
import type { ShellCommandName, ShellCommandResult } from '../../shared/contract/shell-commands'
import type { Channel, Connection } from './channel'

/** `refused` is final: the token is not (or no longer) the host's. */
export type ConnectionState = 'connecting' | 'open' | 'reconnecting' | 'refused' | 'closed'

export interface HostClient {
  /**
   * Sends a command and resolves with its result. Before the connection is open the command waits.
   *
   * @throws FailureError what the host answered when it could not
   * @throws ConnectionLostError the connection broke before the answer: the command may or may not have been carried out
   */
  call<Name extends CommandName>(command: Name, input: CommandInput<Name>): Promise<CommandResult<Name>>
  /** The same for what only the desktop window can do; other doors answer `unknown_command`. */
  callShell<Name extends ShellCommandName>(command: Name): Promise<ShellCommandResult<Name>>
  /** Hears every event of every subscribed session. Returns the way to stop. */
  onEvent(listener: (event: HostEvent) => void): () => void
  /** Hears each change of the connection, and at once what it is now. */
  onConnection(listener: (state: ConnectionState) => void): () => void
  close(): void
}

/** The connection broke between a command and its answer. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
}

interface Pending {
  frame: RequestFrame
  sent: boolean
  resolve(result: unknown): void
  reject(error: Error): void
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 8000

/** Connects through `channel` at once, and again after each loss, waiting a little longer each time. */
export function createHostClient(channel: Channel): HostClient {
  return new MendingClient(channel)
}

class MendingClient implements HostClient {
  private readonly pending = new Map<number, Pending>()
  private readonly eventListeners = new Set<(event: HostEvent) => void>()
  private readonly stateListeners = new Set<(state: ConnectionState) => void>()
  private state: ConnectionState = 'connecting'
  private retryMs = FIRST_RETRY_MS
  private lastId = 0
  private connection: Connection
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly channel: Channel) {
    this.connection = this.connect()
  }

  call<Name extends CommandName>(command: Name, input: CommandInput<Name>): Promise<CommandResult<Name>> {
    return this.ask(command, input)
  }

  callShell<Name extends ShellCommandName>(command: Name): Promise<ShellCommandResult<Name>> {
    return this.ask(command, {})
  }

  /** What a command answers is declared by the contract that both ends are built from; the type is taken on that word. */
  private ask<Result>(command: string, input: unknown): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.state === 'refused' || this.state === 'closed') {
        reject(new ConnectionLostError('there is no connection'))
        return
      }
      this.lastId += 1
      const frame = { id: this.lastId, command, input }
      const request: Pending = {
        frame,
        sent: false,
        resolve: (result) => resolve(result as Result),
        reject,
      }
      this.pending.set(frame.id, request)
      if (this.state === 'open') this.send(request)
    })
  }

  onEvent(listener: (event: HostEvent) => void) {
    this.eventListeners.add(listener)
    return () => void this.eventListeners.delete(listener)
  }

  onConnection(listener: (state: ConnectionState) => void) {
    this.stateListeners.add(listener)
    listener(this.state)
    return () => void this.stateListeners.delete(listener)
  }

  close() {
    this.become('closed')
    clearTimeout(this.timer)
    this.connection.close()
    this.failPending(new ConnectionLostError('the page closed the connection'), () => true)
  }

  private connect(): Connection {
    return this.channel({
      onOpen: () => this.opened(),
      onFrame: (frame) => this.receive(frame),
      onClose: (reason) => this.lost(reason),
    })
  }

  private opened() {
    this.retryMs = FIRST_RETRY_MS
    this.become('open')
    for (const request of this.pending.values()) if (!request.sent) this.send(request)
  }

  private lost(reason: 'lost' | 'refused') {
    if (this.state === 'closed') return
    const error = new ConnectionLostError('the connection to the host was lost')
    // What was never sent waits for the next connection, when there can be one.
    this.failPending(error, (request) => request.sent || reason === 'refused')
    if (reason === 'refused') {
      this.become('refused')
      return
    }
    this.become('reconnecting')
    this.timer = setTimeout(() => {
      this.connection = this.connect()
    }, this.retryMs)
    this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS)
  }

  private send(request: Pending) {
    request.sent = true
    this.connection.send(request.frame)
  }

  private receive(frame: HostFrame) {
    if ('event' in frame) {
      for (const listener of this.eventListeners) listener(frame.event)
      return
    }
    const request = frame.id === null ? undefined : this.pending.get(frame.id)
    if (!request) return
    this.pending.delete(request.frame.id)
    if (frame.ok) request.resolve(frame.result)
    else request.reject(new FailureError(frame.failure.code, frame.failure.message, frame.failure))
  }

  private failPending(error: Error, chosen: (request: Pending) => boolean) {
    for (const [id, request] of this.pending) {
      if (!chosen(request)) continue
      this.pending.delete(id)
      request.reject(error)
    }
  }

  private become(next: ConnectionState) {
    if (this.state === next) return
    this.state = next
    for (const listener of this.stateListeners) listener(next)
  }
}
