// The host as a process of its own, spoken to through its socket without a page: for what must survive kill -9.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CommandInput, CommandName, CommandResult } from '../../src/shared/contract/commands'
import type { HostEvent } from '../../src/shared/contract/events'
import type { HostFrame } from '../../src/shared/contract/frames'
import { appEnvironment, projectRoot } from './app-environment'

const START_MS = 30_000

/** Gone in the middle of a call: the process was killed. */
export class HostGone extends Error {
  override readonly name = 'HostGone'
}

export class HostProcess {
  readonly events: HostEvent[] = []
  private readonly waiting = new Map<number, { resolve(frame: HostFrame): void; reject(error: Error): void }>()
  private readonly watchers = new Map<() => void, (error: Error) => void>()
  private nextId = 0

  private constructor(
    private readonly child: ChildProcess,
    private readonly socket: WebSocket,
    readonly log: () => string,
  ) {
    socket.addEventListener('message', (message) => this.take(JSON.parse(String(message.data)) as HostFrame))
    socket.addEventListener('close', () => this.gone())
  }

  /** Starts `tine serve` on a data folder and connects with the token it prints. */
  static async start(dataDir: string, env: Record<string, string>): Promise<HostProcess> {
    const node = join(projectRoot, 'node_modules', 'node', 'bin', 'node')
    const child = spawn(node, [join(projectRoot, 'bin', 'tine.mjs'), 'serve', `--data=${dataDir}`], {
      env: appEnvironment({ dataDir, env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
    const ready = once(createInterface({ input: child.stdout }), 'line')
    const timer = setTimeout(() => child.kill('SIGKILL'), START_MS)
    const ended = once(child, 'exit').then(() => null)
    const line = await Promise.race([ready, ended])
    clearTimeout(timer)
    const match = /^READY http:\/\/(127\.0\.0\.1:\d+)\/#token=([\w-]+)$/.exec(String(line?.[0] ?? ''))
    if (!match) throw new Error(`the host did not start\n${lines.join('\n')}`)
    const socket = new WebSocket(`ws://${match[1]}/host?token=${match[2]}`)
    await once(socket, 'open')
    return new HostProcess(child, socket, () => lines.join('\n'))
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
        START_MS,
      )
      const look = () => {
        const found = find()
        if (found !== undefined && found !== false && found !== null) end(() => resolve(found))
      }
      this.watchers.set(look, (error) => end(() => reject(error)))
      look()
    })
  }

  /** kill -9; resolves when the process is gone. */
  async kill(): Promise<void> {
    const exited = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await exited
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
