// One command from its start until nothing of it runs any more.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../services/ports/clock'
import type { ToolContext } from '../../../services/ports/tools'
import { type ProcessGroup, startGroup } from '../../system/process-groups'
import { settlesWithin } from '../../system/settles-within'
import { systemErrorSentence } from '../files/system-error'
import { CapturedOutput } from './captured-output'

/** When a command has ended, its output is taken to be complete after this long without any… */
const DRAIN_QUIET_MS = 150
/** …and after this long in any case, for what a command left behind may go on printing for ever. */
const DRAIN_ROUNDS = 14
const LEFTOVER_ROUND_MS = 40
const LEFTOVER_ROUNDS = 5
const LEFTOVER_POLL_MS = 1000

export interface CommandMeans {
  shell: string
  env: NodeJS.ProcessEnv
  clock: Clock
}

/**
 * Starts a command in the thread's folder; its identity was handed to `onProcess` before it could do anything.
 *
 * Rejects with the system's error when it cannot be started.
 */
export async function startCommand(
  id: string,
  command: string,
  context: ToolContext,
  means: CommandMeans,
): Promise<StartedCommand> {
  await makeFolder(context.outputsDir)
  const output = new CapturedOutput(join(context.outputsDir, `${id}.txt`))
  output.listener = (text) => context.onOutput(text)
  const group = await startGroup({
    ...means,
    command,
    cwd: context.folder,
    onStarted: (process) => context.onProcess(process),
    onOutput: (chunk) => output.push(chunk),
  })
  output.flow = group
  return new StartedCommand(id, command, output, group, means.clock, () => context.onProcessEnd(group.process))
}

/** Where it cannot be made nothing can be saved, and the result will say so; the command runs all the same. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (systemErrorSentence(error, folder) === null) throw error
  }
}

export class StartedCommand {
  /** The command has ended and what it printed has arrived. */
  readonly ended: Promise<void>
  /** Nothing of it runs any more, and its saved output is complete. */
  readonly finished: Promise<void>
  /** Null while it runs, and when its whole group was killed. */
  exitCode: number | null = null
  running = true
  readonly startedAt: number

  constructor(
    readonly id: string,
    readonly command: string,
    readonly output: CapturedOutput,
    private readonly group: ProcessGroup,
    private readonly clock: Clock,
    private readonly onGone: () => void,
  ) {
    this.startedAt = clock.now()
    this.ended = this.untilEnded()
    this.finished = this.untilFinished()
  }

  /** Whether the command, which has ended, left something running; what is just about to end does not count. */
  async hasLeftovers(): Promise<boolean> {
    for (let round = 0; round < LEFTOVER_ROUNDS; round++) {
      if (!(await this.group.hasOthers())) return false
      await settlesWithin(this.clock, LEFTOVER_ROUND_MS, this.group.gone)
    }
    return await this.group.hasOthers()
  }

  /** Ends everything the command started; resolves when it is gone. */
  async stop(): Promise<void> {
    await this.group.end()
    await this.finished
  }

  private async untilEnded(): Promise<void> {
    this.exitCode = (await this.group.commandEnd).exitCode
    for (let round = 0; round < DRAIN_ROUNDS; round++) {
      const before = this.output.byteCount
      const complete = await settlesWithin(this.clock, DRAIN_QUIET_MS, this.group.outputEnd)
      if (complete || this.output.byteCount === before) return
    }
  }

  private async untilFinished(): Promise<void> {
    await this.ended
    if (await this.hasLeftovers()) {
      while (await this.group.hasOthers()) await settlesWithin(this.clock, LEFTOVER_POLL_MS, this.group.gone)
    }
    // A process that left the group may hold the output open, and so keep the leader waiting: nobody waits for that one.
    if (await settlesWithin(this.clock, DRAIN_QUIET_MS, this.group.outputEnd)) await this.group.release()
    else await this.group.end(0)
    await this.output.end()
    this.running = false
    this.onGone()
  }
}
