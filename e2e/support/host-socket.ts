// A client of a host through its socket, without a page.
import { once } from 'node:events'
import type { CommandInput, CommandName, CommandResult } from '../../src/shared/contract/commands'
import type { HostEvent } from '../../src/shared/contract/events'
import type { HostFrame } from '../../src/shared/contract/frames'

/** How long something is waited for that a host was asked for. */
export const PATIENCE_MS = 30_000

/** Gone in the middle of a call: the process was killed. */
export class HostGone extends Error {
  override readonly name = 'HostGone'
}

export class HostSocket {
  readonly events: HostEvent[] = []
  private readonly waiting = new Map<number, { resolve(frame: HostFrame): void; reject(error: Error): void }>()
  private readonly watchers = new Map<() => void, (error: Error) => void>()
  private nextId = 0

  protected constructor(
    protected readonly socket: WebSocket,
    readonly log: () => string,
  ) {
    socket.addEventListener('message', (message) => this.take(JSON.parse(String(message.data)) as HostFrame))
    socket.addEventListener('close', () => this.gone())
  }

  /** Opens a socket to a door by its address, which carries the token. */
  static async open(address: string): Promise<WebSocket> {
    const match = /^http:\/\/(127\.0\.0\.1:\d+)\/#token=([\w-]+)$/.exec(address)
    if (!match) throw new Error(`no address of a door: ${address}`)
    const socket = new WebSocket(`ws://${match[1]}/host?token=${match[2]}`)
    await once(socket, 'open')
    return socket
  }

  /** A client of a host that runs already. */
  static async connect(address: string, log: () => string): Promise<HostSocket> {
    return new HostSocket(await HostSocket.open(address), log)
  }

  /** Calls a command; rejects with the failure, or with `HostGone` when the process ends first. */
  async call<Name extends CommandName>(command: Name, input: CommandInput<Name>): Promise<CommandResult<Name>> {
    const id = ++this.nextId
    const frame = await new Promise<HostFrame>((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new HostGone('the host is gone'))
        return
      }
      this.waiting.set(id, { resolve, reject })
      this.socket.send(JSON.stringify({ id, command, input }))
    })
    if ('ok' in frame && frame.ok) return frame.result as CommandResult<Name>
    throw new Error(`${command}: ${JSON.stringify('ok' in frame && !frame.ok ? frame.failure : frame)}`)
  }

  /** Resolves once `find` answers something; asked again after every event. */
  until<T>(find: () => T | undefined | false | null, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        this.watchers.delete(look)
        settle()
      }
      const timer = setTimeout(
        () => end(() => reject(new Error(`${what} did not come about\n${this.log()}`))),
        PATIENCE_MS,
      )
      const look = () => {
        const found = find()
        if (found !== undefined && found !== false && found !== null) end(() => resolve(found))
      }
      this.watchers.set(look, (error) => end(() => reject(error)))
      look()
    })
  }

  /** Ends the connection; what still waits fails. */
  close(): void {
    this.socket.close()
    this.gone()
  }

  private take(frame: HostFrame): void {
    if ('event' in frame) {
      this.events.push(frame.event)
      for (const look of [...this.watchers.keys()]) look()
      return
    }
    if (frame.id === null) return
    this.waiting.get(frame.id)?.resolve(frame)
    this.waiting.delete(frame.id)
  }

  private gone(): void {
    for (const { reject } of this.waiting.values()) reject(new HostGone('the host is gone'))
    this.waiting.clear()
    for (const reject of [...this.watchers.values()]) reject(new HostGone('the host is gone'))
  }
}
