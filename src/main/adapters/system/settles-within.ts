import type { Clock } from '../../services/ports/clock'

/**
 * Waits for a promise, but not longer than `ms`. Resolves with whether it was settled in time; rejects as it does.
 */
export async function settlesWithin(clock: Clock, ms: number, promise: Promise<unknown>): Promise<boolean> {
  let cancel = () => {}
  const tooLate = new Promise<false>((resolve) => {
    cancel = clock.after(ms, () => resolve(false))
  })
  try {
    return await Promise.race([promise.then(() => true), tooLate])
  } finally {
    cancel()
  }
}
