// For a moment after the card changed nothing on it does anything, so that nothing is answered by accident.

export const GRACE_MS = 400

/** What the grace period belongs to: the card that is shown, and since when, on the caller's monotonic clock. */
export interface Grace {
  card: string
  sinceMs: number
}

/** The grace after a look at the card: a new one when another card is shown, else the one that already runs. */
export function graceOf(previous: Grace | null, card: string, nowMs: number): Grace {
  return previous?.card === card ? previous : { card, sinceMs: nowMs }
}

/** Milliseconds until the card may be answered; 0 when it may. */
export function remainingMs(grace: Grace, nowMs: number): number {
  return Math.max(0, grace.sinceMs + GRACE_MS - nowMs)
}
