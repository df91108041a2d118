// A server as a process group of its own: started, recorded, and ended with all it started.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { StdioEntry } from '../../../core/mcp/server-entry'
import type { Clock } from '../../services/ports/clock'
import type { StartedProcess } from '../../services/ports/tools'
import { hasMembers, processTable } from '../system/process-table'
import { settlesWithin } from '../system/settles-within'
import { signalGroup } from '../system/signal-group'
import { until } from '../system/until'
import { SERVER_LEADER } from './server-leader'

/** A server that is asked to end by closing its input gets this long, and as long again after SIGTERM. */
const GRACE_MS = 1_000

export interface ProcessOrder {
  entry: StdioEntry
  folder: string
  /** The environment without what the entry itself names. */
  env: NodeJS.ProcessEnv
  clock: Clock
  /** Called with the group's identity before the server runs; when it throws, it never does. */
  onProcess(process: StartedProcess): void
  onProcessEnd(process: StartedProcess): void
}

export interface ServerProcess {
  readonly input: Writable
  readonly output: Readable
  readonly errors: Readable
  /** The server has ended: its exit code, or null where it was killed. */
  readonly ended: Promise<number | null>
  /** Asks it to end, then makes it; resolves when nothing of its group is left. */
  end(): Promise<void>
}

/**
 * Starts a server.
 *
 * Rejects with the system's error when there is no such folder or, on Windows, no such program.
 */
export async function startServerProcess(order: ProcessOrder): Promise<ServerProcess> {
  const child = spawnServer(order)
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await once(child, 'spawn')
  const running = new RunningServer(child, exit, order)
  try {
    await running.begin()
  } catch (error) {
    await running.end()
    throw error
  }
  return running
}

function spawnServer({ entry, folder, env }: ProcessOrder): ChildProcess {
  const common = { cwd: folder, env: { ...env, ...entry.env }, windowsHide: true }
  if (process.platform === 'win32') return spawn(entry.command, entry.args, { ...common, stdio: 'pipe' })
  const leader = ['-c', SERVER_LEADER, 'sh', entry.command, ...entry.args]
  return spawn('/bin/sh', leader, { ...common, detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] })
}

class RunningServer implements ServerProcess {
  readonly input: Writable
  readonly output: Readable
  readonly errors: Readable
  readonly ended: Promise<number | null>
  private readonly gone: Promise<void>
  private record: StartedProcess | null = null
  private isGone = false

  constructor(
    private readonly child: ChildProcess,
    exit: Promise<void>,
    private readonly order: ProcessOrder,
  ) {
    const { stdin, stdout, stderr } = child
    if (!stdin || !stdout || !stderr) throw new Error('the process has no pipes')
    this.input = stdin
    this.output = stdout
    this.errors = stderr
    // Whoever writes hears of it by the server's end.
    for (const stream of child.stdio) stream?.on('error', ignoreBrokenPipe)
    this.gone = exit.then(() => this.leaderGone())
    this.ended = this.untilEnded()
  }

  /** Stores how the leader is named for ever, and lets the server run. */
  async begin(): Promise<void> {
    const { entry, onProcess } = this.order
    const pid = this.child.pid ?? 0
    const table = processTable()
    const found = await table.find(pid)
    this.record = {
      pid,
      startTicks: found?.startTicks ?? '',
      bootId: await table.bootId(),
      command: [entry.command, ...entry.args].join(' ').slice(0, 1_000),
    }
    onProcess(this.record)
    this.word()?.write('go\n')
  }

  async end(): Promise<void> {
    const { clock } = this.order
    this.input.end()
    if (!this.record) this.signal('SIGKILL')
    else if (!(await settlesWithin(clock, GRACE_MS, this.ended))) {
      this.signal('SIGTERM')
      if (!(await settlesWithin(clock, GRACE_MS, this.ended))) this.signal('SIGKILL')
    }
    if (!(await settlesWithin(clock, GRACE_MS, this.gone))) this.signal('SIGKILL')
    await this.gone
  }

  /** Its id is ours as long as the leader, our own child, has not been collected. */
  private signal(name: NodeJS.Signals): void {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    if (process.platform === 'win32') this.child.kill(name)
    else signalGroup(this.child.pid ?? 0, name)
  }

  private async leaderGone(): Promise<void> {
    const pid = this.child.pid ?? 0
    if (process.platform !== 'win32') {
      // Whoever killed the leader: its group ends now, while the name cannot be anyone else's.
      signalGroup(pid, 'SIGKILL')
      await until(this.order.clock, 2 * GRACE_MS, async () => !(await hasMembers(pid)))
    }
    this.isGone = true
    if (this.record) this.order.onProcessEnd(this.record)
  }

  private async untilEnded(): Promise<number | null> {
    const report = this.child.stdio[3]
    if (!report || !('read' in report)) {
      await this.gone
      return this.child.exitCode
    }
    report.setEncoding('utf8')
    const [first] = await Promise.race([once(report, 'data'), once(report, 'close'), this.gone.then(() => [])])
    if (first === undefined && !this.isGone) await this.gone
    return typeof first === 'string' ? Number.parseInt(first, 10) : null
  }

  private word(): Writable | null {
    const stream = this.child.stdio[4]
    return stream && 'write' in stream ? (stream as Writable) : null
  }
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET' && error.code !== 'ERR_STREAM_DESTROYED') throw error
}
