// The commands that have begun and not been answered: a shutdown lets them come to their end first.
import { settlesWithin } from '../adapters/system/settles-within'
import type { Clock } from '../services/ports/clock'

/** What takes longer (a checkout of a large repository) is not waited for; it starts nothing any more. */
const MOST_MS = 2_000

export class CommandsUnderWay {
  private readonly running = new Set<Promise<unknown>>()

  async run(work: () => unknown): Promise<unknown> {
    const mine = (async () => work())()
    this.running.add(mine)
    try {
      return await mine
    } finally {
      this.running.delete(mine)
    }
  }

  /** Resolves when all are done that are under way now, or after a while. */
  async settled(clock: Clock): Promise<void> {
    await settlesWithin(
      clock,
      MOST_MS,
      Promise.allSettled([...this.running]).then(() => {}),
    )
  }
}
