import type { Clock } from '../../services/ports/clock'

/** The machine's own clock. A timer keeps the process alive until it ran or was cancelled. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
}
