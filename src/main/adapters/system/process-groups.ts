// Process groups we started: how one begins, is recorded, and ends. Nothing here ends a process it cannot name exactly.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Duplex, Readable } from 'node:stream'
import type { Clock } from '../../services/ports/clock'
import type { StartedProcess } from '../../services/ports/tools'
import { LEADER_SCRIPT, TALKING_LEADER_SCRIPT } from './leader-script'
import { hasMembers, hasOthers, processTable } from './process-table'
import { settlesWithin } from './settles-within'
import { signalGroup } from './signal-group'
import { until } from './until'

/** Between asking a group to end and making it. */
export const END_GRACE_MS = 2000
const END_POLL_MS = 25
/** A group is still being started for at most this long. */
const YOUNG_MS = 250

export interface GroupOptions {
  /** The shell that runs the command. */
  shell: string
  command: string
  cwd: string
  env: NodeJS.ProcessEnv
  clock: Clock
  /** Called with the group's identity before the command runs; when it throws, the command never does. */
  onStarted(process: StartedProcess): void
  /** Standard output and error in the order they were written; without errors where those are heard apart. */
  onOutput(chunk: Buffer): void
  /** The command reads a text, and what it writes to standard error is heard apart. */
  conversation?: { input: string; onErrorOutput(chunk: Buffer): void }
}

export interface CommandEnd {
  /** The command's exit code (128 + n after signal n); null when its whole group was killed. */
  exitCode: number | null
}

/** A running command with all its descendants. */
export interface ProcessGroup {
  readonly process: StartedProcess
  /** The command itself has ended; what it left in the background may go on. */
  readonly commandEnd: Promise<CommandEnd>
  /** Nobody holds the command's output any more. */
  readonly outputEnd: Promise<void>
  /** The group's leader is gone, and with it our claim on the group's id. */
  readonly gone: Promise<void>
  /** Stops and goes on reading the output, for when it cannot be stored as fast as it comes. */
  pause(): void
  resume(): void
  /** Whether descendants of the command are alive in the group; false once its leader is gone. */
  hasOthers(): Promise<boolean>
  /** Lets a leader go whose command has ended; others in the group are not touched. */
  release(): Promise<void>
  /** Ends every process of the group, first asking, after the grace not asking; resolves when they are gone. */
  end(graceMs?: number): Promise<void>
}

/**
 * Starts a command in a process group of its own, below a leader that stays until we let it go: so the recorded
 * identity holds for as long as anything of the group lives.
 *
 * Rejects with the system's error when the shell or the folder is not there or the command is too long.
 */
export async function startGroup(options: GroupOptions): Promise<ProcessGroup> {
  const child = spawnLeader(options)
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await once(child, 'spawn')
  const group = new RunningGroup(child, exit, options)
  try {
    options.onStarted(await group.identify())
  } catch (error) {
    await group.end(0)
    throw error
  }
  group.go()
  return group
}

function spawnLeader({ shell, command, cwd, env, conversation }: GroupOptions): ChildProcess {
  const common: SpawnOptions = { cwd, env, windowsHide: true }
  const input = conversation ? 'pipe' : 'ignore'
  if (process.platform === 'win32') {
    return spawn(shell, ['-c', command], { ...common, stdio: [input, 'pipe', 'pipe'] })
  }
  const leader = ['-c', conversation ? TALKING_LEADER_SCRIPT : LEADER_SCRIPT, 'sh', shell, command]
  return spawn('/bin/sh', leader, { ...common, detached: true, stdio: [input, 'pipe', input, 'pipe', 'pipe'] })
}

class RunningGroup implements ProcessGroup {
  process: StartedProcess
  readonly commandEnd: Promise<CommandEnd>
  readonly outputEnd: Promise<void>
  readonly gone: Promise<void>
  private isGone = false
  private released = false
  private readonly outputs: Readable[]
  private readonly word: Duplex | null
  private readonly startedAt: number

  constructor(
    private readonly child: ChildProcess,
    exit: Promise<void>,
    private readonly options: GroupOptions,
  ) {
    this.process = { pid: child.pid ?? 0, startTicks: '', bootId: '', command: options.command }
    this.outputs = [child.stdout, child.stderr].filter((stream) => stream !== null)
    this.word = asDuplex(child.stdio[4])
    // The leader may be gone before it read our word; its exit says so.
    this.word?.on('error', ignoreBrokenPipe)
    const onError = options.conversation?.onErrorOutput ?? options.onOutput
    child.stdout?.on('data', options.onOutput)
    child.stderr?.on('data', onError)
    // Nobody has to read what it is given.
    child.stdin?.on('error', ignoreBrokenPipe)
    this.outputEnd = Promise.all(this.outputs.map((stream) => once(stream, 'close'))).then(() => {})
    this.gone = exit.then(() => this.leaderGone())
    this.startedAt = options.clock.now()
    this.commandEnd = this.untilCommandEnds()
  }

  /** Learns how the leader is named for ever; it waits for our word and so cannot be anyone else yet. */
  async identify(): Promise<StartedProcess> {
    const table = processTable()
    const entry = await table.find(this.process.pid)
    this.process = { ...this.process, startTicks: entry?.startTicks ?? '', bootId: await table.bootId() }
    return this.process
  }

  go(): void {
    this.word?.write('go\n')
    this.child.stdin?.end(this.options.conversation?.input)
  }

  pause(): void {
    for (const stream of this.outputs) stream.pause()
  }

  resume(): void {
    for (const stream of this.outputs) stream.resume()
  }

  async hasOthers(): Promise<boolean> {
    return !this.isGone && (await hasOthers(this.process.pid)) && !this.isGone
  }

  async release(): Promise<void> {
    this.sayGoodbye()
    await this.gone
  }

  async end(graceMs = END_GRACE_MS): Promise<void> {
    if (process.platform === 'win32') return this.endTree()
    const { clock } = this.options
    const deadline = clock.now() + graceMs
    if (graceMs > 0) this.signal('SIGTERM')
    while (!this.isGone && clock.now() < deadline) {
      await settlesWithin(clock, END_POLL_MS, this.gone)
      if (!this.isGone && !(await this.hasOthers())) this.sayGoodbye()
      // A process that was about to be started when the signal came has not heard it.
      else if (clock.now() < this.startedAt + YOUNG_MS) this.signal('SIGTERM')
    }
    this.signal('SIGKILL')
    await this.gone
  }

  /** The leader passes on what is left of the output and leaves. */
  private sayGoodbye(): void {
    if (!this.released && !this.isGone) this.word?.end('bye\n')
    this.released = true
  }

  /** Its id is ours as long as the leader, our own child, has not been collected. */
  private signal(name: NodeJS.Signals): void {
    if (this.child.exitCode === null && this.child.signalCode === null) signalGroup(this.process.pid, name)
  }

  private async endTree(): Promise<void> {
    if (this.child.exitCode !== null) return
    const killer = spawn('taskkill', ['/pid', String(this.process.pid), '/T', '/F'], { stdio: 'ignore' })
    await once(killer, 'exit')
    await this.gone
  }

  private async leaderGone(): Promise<void> {
    this.isGone = true
    if (process.platform === 'win32' || (this.released && this.child.signalCode === null)) return
    // Whoever killed the leader: its group has lost its name, so it ends now, while the name cannot be anyone else's.
    signalGroup(this.process.pid, 'SIGKILL')
    // What was killed takes a moment to be gone, each for itself.
    await until(this.options.clock, END_GRACE_MS, async () => !(await hasMembers(this.process.pid)))
  }

  private async untilCommandEnds(): Promise<CommandEnd> {
    const report = this.child.stdio[3]
    if (!report || !('read' in report)) {
      await this.gone
      return { exitCode: this.child.exitCode }
    }
    // Not to its end: the leader holds it open for as long as anything holds the output open.
    for await (const line of createInterface({ input: report })) return { exitCode: Number(line) }
    return { exitCode: null }
  }
}

function asDuplex(stream: ChildProcess['stdio'][4]): Duplex | null {
  return stream && 'write' in stream && 'read' in stream ? (stream as Duplex) : null
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error
}
