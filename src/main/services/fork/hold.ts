// A hold: a thread that is ready to send and waits for its leader, where it is bounded at most for a while.
import type { Clock } from '../ports/clock'

export class Hold {
  private readonly cancel: () => void
  private readonly over: Promise<void>
  private readonly settle: () => void

  /**
   * @param ms how long it is to be kept; `onTime` is called then and decides. null: until it is ended
   */
  constructor(clock: Clock, ms: number | null, onTime: () => void) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.over = promise
    this.settle = resolve
    this.cancel = ms === null ? () => {} : clock.after(ms, onTime)
  }

  /** Resolves when the hold has ended; rejects with the signal's reason. */
  async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      await Promise.race([this.over, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** Whoever is held goes on. Ending it twice does nothing. */
  end(): void {
    this.cancel()
    this.settle()
  }
}
