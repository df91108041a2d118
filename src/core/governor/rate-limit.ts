// What a provider says of its limits with every answer, and until when one that is used up holds us back.

export const LIMITED = ['requests', 'tokens', 'input-tokens', 'output-tokens'] as const

/** One limit of a provider, as it stood after a request. */
export interface RateLimit {
  of: (typeof LIMITED)[number]
  /** What is left of it; providers round tokens to thousands. */
  remaining: number
  /** Milliseconds from then until it is whole again. */
  resetMs: number
}

/** These limits refill within a minute; a longer reset is a clock or a gateway gone wrong, and left to the refusal itself. */
export const LONGEST_RESET_MS = 5 * 60_000

/** The limit of which nothing is left and that stays so longest; null: there is something left of all. */
export function usedUpLimit(limits: readonly RateLimit[]): RateLimit | null {
  return limits
    .filter(({ remaining, resetMs }) => remaining <= 0 && resetMs > 0 && resetMs <= LONGEST_RESET_MS)
    .reduce<RateLimit | null>((longest, next) => (longest && longest.resetMs >= next.resetMs ? longest : next), null)
}
