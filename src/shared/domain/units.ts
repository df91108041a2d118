// Units: what a number means is said by its type's name.
import { z } from 'zod'

/** Milliseconds since 1970-01-01 UTC. Fields of this unit end in `At`. */
export const epochMs = z.number().int().nonnegative()
export type EpochMs = z.infer<typeof epochMs>

/** Billionths of a US dollar, an integer; one dollar per million tokens is 1,000 per token. */
export const nanoUsd = z.number().int()
export type NanoUsd = z.infer<typeof nanoUsd>

const count = z.number().int().nonnegative()

/** Tokens of one or more requests; the five counts are disjoint. */
export const usageSchema = z.object({
  input: count,
  cacheRead: count,
  cacheWrite5m: count,
  cacheWrite1h: count,
  output: count,
})
export type Usage = z.infer<typeof usageSchema>

export const NO_USAGE: Usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 }

/** The sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
    output: a.output + b.output,
  }
}

/** Money; null where the model is not in the price table. */
export const moneySchema = z.object({ nanoUsd: nanoUsd.nullable(), withoutSharingNanoUsd: nanoUsd.nullable() })
export type Money = z.infer<typeof moneySchema>
