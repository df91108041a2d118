import type { Clock } from '../../services/ports/clock'

const POLL_MS = 20

/** Resolves when a condition holds that nobody announces, or after `ms` at the latest. */
export async function until(clock: Clock, ms: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = clock.now() + ms
  while (!(await holds()) && clock.now() < deadline) await new Promise<void>((resolve) => clock.after(POLL_MS, resolve))
}
