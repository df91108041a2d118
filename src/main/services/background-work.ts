// Work that no command waits for: its bugs are logged, and the end of the app waits for it, since it writes to the store.
import { logIncident } from './incident'
import type { Log } from './ports/log'

export class BackgroundWork {
  private readonly running = new Set<Promise<void>>()

  constructor(private readonly log: Log) {}

  /** Starts work; what it throws is logged under `event`. */
  start(event: string, threadId: string, work: () => Promise<unknown>): void {
    const mine: Promise<void> = work()
      .then(
        () => {},
        (error: unknown) => void logIncident(this.log, event, error, { threadId }),
      )
      .finally(() => this.running.delete(mine))
    this.running.add(mine)
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all([...this.running])
  }
}
