// The commands that outlive their calls, and those of calls that still wait: everything that can be ended.
import type { BackgroundJob } from '../../../services/ports/tools'
import type { StartedCommand } from './started-command'

/** Of a thread's jobs that ended so many can still be asked for their output. */
const ENDED_KEPT = 20

interface Entry {
  threadId: string
  command: StartedCommand
  /** A job; else the call that started it waits for it. */
  background: boolean
}

export class BackgroundJobs {
  private readonly entries = new Map<string, Entry>()

  /** @param onFault hears what went wrong where no call waits any more */
  constructor(private readonly onFault: (error: unknown) => void) {}

  /** Knows a command from its start on; one whose call waits for it is forgotten when it is gone. */
  track(threadId: string, command: StartedCommand): void {
    const entry: Entry = { threadId, command, background: false }
    this.entries.set(command.id, entry)
    command.finished.then(
      () => this.forget(entry),
      (error: unknown) => {
        if (entry.background) this.onFault(error)
        this.forget(entry)
      },
    )
  }

  /** Makes a job of a tracked command. */
  keep(command: StartedCommand): void {
    const entry = this.entries.get(command.id)
    if (entry !== undefined) entry.background = true
  }

  list(threadId: string): BackgroundJob[] {
    return [...this.entries.values()]
      .filter((entry) => entry.background && entry.threadId === threadId)
      .map((entry) => jobOf(entry))
  }

  find(threadId: string, jobId: string): StartedCommand | null {
    const entry = this.entries.get(jobId)
    return entry?.background && entry.threadId === threadId ? entry.command : null
  }

  async stop(threadId: string, jobId: string): Promise<BackgroundJob | null> {
    const entry = this.entries.get(jobId)
    if (!entry?.background || entry.threadId !== threadId) return null
    const before = jobOf(entry)
    await entry.command.stop()
    return before
  }

  /** Ends what runs for a thread, or for all. */
  async endAll(threadId?: string): Promise<void> {
    const concerned = [...this.entries.values()].filter(
      (entry) => entry.command.running && (threadId === undefined || entry.threadId === threadId),
    )
    await Promise.all(concerned.map((entry) => entry.command.stop()))
  }

  private forget({ threadId, command: { id }, background }: Entry): void {
    if (!background) this.entries.delete(id)
    const ended = [...this.entries.values()].filter(
      (entry) => entry.background && entry.threadId === threadId && !entry.command.running,
    )
    for (const { command } of ended.slice(0, -ENDED_KEPT)) this.entries.delete(command.id)
  }
}

function jobOf({ threadId, command }: Entry): BackgroundJob {
  const { id, startedAt, running, exitCode } = command
  return { id, threadId, command: command.command, startedAt, running, exitCode }
}
