// How many requests of an account may be under way: as many as there are, until the provider refuses; then half, and slowly more.

/** As many forks as the settings allow at once: our own bound is there to be lowered by a provider, not to be met. */
export const MOST_AT_ONCE = 64

/** A limit that was not met again for so long says nothing any more. */
export const FORGOTTEN_MS = 10 * 60_000

/**
 * Additive increase, multiplicative decrease. A wave that meets one wall halves the bound once: only a refusal of a request
 * sent after the last halving says that half was still too many.
 */
export class SendBound {
  private allowed = MOST_AT_ONCE
  private sent = 0
  private halvedAfter = 0
  private refusedAt = Number.NEGATIVE_INFINITY

  /** How many may be under way at once; at least 1. */
  places(now: number): number {
    if (now - this.refusedAt >= FORGOTTEN_MS) this.allowed = MOST_AT_ONCE
    return Math.floor(this.allowed)
  }

  /** Whether a provider's refusals have lowered it. */
  isLowered(now: number): boolean {
    return this.places(now) < MOST_AT_ONCE
  }

  /** A request leaves; answers its number, by which what becomes of it is told. */
  send(): number {
    return ++this.sent
  }

  /** The provider took it: after as many as there are places, there is one more. */
  accepted(request: number): void {
    if (request <= this.halvedAfter) return
    this.allowed = Math.min(MOST_AT_ONCE, this.allowed + 1 / Math.floor(this.allowed))
  }

  /**
   * The provider refused it for its number or its own load.
   *
   * @param underWay requests under way, this one among them
   */
  refused(request: number, underWay: number, now: number): void {
    this.refusedAt = now
    if (request <= this.halvedAfter) return
    this.allowed = Math.max(1, Math.floor(Math.min(this.allowed, underWay) / 2))
    this.halvedAfter = this.sent
  }
}
