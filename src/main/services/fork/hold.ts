// A hold: a thread that is ready to send and waits for its leader, where it is bounded at most for a while.
import type { Clock } from '../ports/clock'

export class Hold {
  private readonly cancel: () => void
  private readonly over: Promise<boolean>
  private readonly settle: (led: boolean) => void

  /**
   * @param ms how long it is to be kept; `onTime` is called then and decides. null: until it is ended
   */
  constructor(clock: Clock, ms: number | null, onTime: () => void) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.over = promise
    this.settle = resolve
    this.cancel = ms === null ? () => {} : clock.after(ms, onTime)
  }

  /** Resolves when the hold has ended, with what `end` was told; rejects with the signal's reason. */
  async wait(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([this.over, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /**
   * Whoever is held goes on. Ending it twice does nothing.
   *
   * @param led whether the leader has written what they share
   */
  end(led: boolean): void {
    this.cancel()
    this.settle(led)
  }
}
