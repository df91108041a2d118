// Runs the command of a hook: what it is told, how long it may take, and what of its output is kept.
import { constants } from 'node:os'
import type { HookEnd } from '../../../core/hooks/hook-answer'
import type { Clock } from '../../services/ports/clock'
import type { HookCommands, HookOrder } from '../../services/ports/hooks'
import { type ProcessGroup, startGroup } from '../system/process-groups'
import { settlesWithin } from '../system/settles-within'
import { systemErrorSentence } from '../tools/files/system-error'
import { commandEnvironment } from '../tools/shell/command-environment'
import { locateShell } from '../tools/shell/locate-shell'

/** What is kept of either output; more is nothing a hook has to say. */
const KEPT_BYTES = 1_000_000
/** Whoever prints this much is ended. */
const MOST_BYTES = 10_000_000
/** When a hook has ended, its output is waited for this long: what it left behind may hold it open. */
const DRAIN_MS = 300

/** Variables a settings file cannot set: what is ours, and what would aim at our keys. */
const OURS = /^(ANTHROPIC|TINE|ELECTRON)_/i

export interface HookMeans {
  clock: Clock
  /** This process's environment; what hooks get of it is cleaned here. */
  env: NodeJS.ProcessEnv
}

export function createHookCommands({ clock, env }: HookMeans): HookCommands {
  const clean = commandEnvironment(env, [])
  const shell = locateShell(clean)
  return {
    async run(order) {
      order.signal.throwIfAborted()
      const printed = new Printed()
      let group: ProcessGroup
      try {
        group = await startGroup({
          shell,
          command: order.command,
          cwd: order.folder,
          env: { ...clean, ...settable(order.environment), CLAUDE_PROJECT_DIR: order.projectFolder },
          clock,
          onStarted: (process) => order.onProcess(process),
          onOutput: (chunk) => printed.out.push(chunk),
          conversation: { input: order.input, onErrorOutput: (chunk) => printed.err.push(chunk) },
        })
      } catch (error) {
        const reason = systemErrorSentence(error, 'its folder or the shell')
        if (reason === null) throw error
        return { kind: 'not-started', reason: reason.replace(/\.$/, '') }
      }
      return finish(group, order, printed, clock)
    },
  }
}

function settable(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OURS.test(name)))
}

async function finish(group: ProcessGroup, order: HookOrder, printed: Printed, clock: Clock): Promise<HookEnd> {
  const { signal, timeoutMs } = order
  const aborted = whenAborted(signal)
  try {
    const over = Promise.race([group.commandEnd, aborted.promise, printed.tooMuch.promise])
    const inTime = await settlesWithin(clock, timeoutMs, over)
    signal.throwIfAborted()
    if (!inTime) return { kind: 'timed-out', afterMs: timeoutMs }
    if (printed.isTooMuch) return { kind: 'too-much', limitBytes: MOST_BYTES }
    const { exitCode } = await group.commandEnd
    await settlesWithin(clock, DRAIN_MS, group.outputEnd)
    if (printed.isTooMuch) return { kind: 'too-much', limitBytes: MOST_BYTES }
    return ended(exitCode, printed)
  } finally {
    aborted.forget()
    // Nothing of a hook outlives it.
    if (await over(group, clock)) await group.release()
    else await group.end()
    order.onProcessEnd(group.process)
  }
}

/** Whether command and output have ended and nothing is left of the group but those that passed the output on. */
async function over(group: ProcessGroup, clock: Clock): Promise<boolean> {
  const ended = Promise.all([group.commandEnd, group.outputEnd])
  return (await settlesWithin(clock, 0, ended)) && !(await group.hasOthers())
}

function ended(exitCode: number | null, printed: Printed): HookEnd {
  const stderr = printed.err.text()
  const signal = exitCode === null ? 'SIGKILL' : signalOf(exitCode)
  if (signal !== undefined) return { kind: 'signalled', signal, stderr }
  return { kind: 'exited', code: exitCode ?? 0, stdout: printed.out.text(), stderr }
}

/** A shell says so that a signal ended a command. */
function signalOf(exitCode: number): string | undefined {
  if (exitCode <= 128) return undefined
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0]
}

function whenAborted(signal: AbortSignal): { promise: Promise<void>; forget(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listen = () => resolve()
  signal.addEventListener('abort', listen, { once: true })
  if (signal.aborted) resolve()
  return { promise, forget: () => signal.removeEventListener('abort', listen) }
}

/** Both outputs of a command, each as far as it is kept. */
class Printed {
  readonly tooMuch = Promise.withResolvers<void>()
  isTooMuch = false
  private bytes = 0
  readonly out = this.kept()
  readonly err = this.kept()

  private kept(): Kept {
    return new Kept((size) => {
      this.bytes += size
      if (this.bytes <= MOST_BYTES) return
      this.isTooMuch = true
      this.tooMuch.resolve()
    })
  }
}

class Kept {
  private readonly chunks: Buffer[] = []
  private size = 0

  constructor(private readonly onBytes: (size: number) => void) {}

  push(chunk: Buffer): void {
    const room = KEPT_BYTES - this.size
    if (room > 0) this.chunks.push(chunk.subarray(0, room))
    this.size += Math.min(room, chunk.length)
    this.onBytes(chunk.length)
  }

  /** What cannot be read as UTF-8 is replaced: it goes into JSON, and on. */
  text(): string {
    return Buffer.concat(this.chunks).toString('utf8').replaceAll('\0', '\ufffd')
  }
}
