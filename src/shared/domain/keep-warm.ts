// Keeping what a thread sent last in the provider's cache: a choice with a price and an end, never silent.
import { z } from 'zod'
import { epochMs, nanoUsd, usageSchema } from './units'

/** The longest a prefix is kept warm in one go, in minutes. */
export const MAX_KEEP_WARM_MINUTES = 12 * 60

export const keepWarmSchema = z.object({
  /** `paused`: `reason` says what for; nothing is sent meanwhile. `ended`: before its time, and nobody was told yet. */
  state: z.enum(['on', 'paused', 'ended']),
  untilAt: epochMs,
  /** When the next refresh is sent; null: none is needed any more. */
  nextAt: epochMs.nullable(),
  /** Refreshes sent so far. */
  refreshes: z.number().int().nonnegative(),
  /** One sentence for the person. */
  reason: z.string().nullable(),
})
export type KeepWarm = z.infer<typeof keepWarmSchema>

const price = z.object({ usage: usageSchema, nanoUsd: nanoUsd.nullable() })

/** What keeping warm costs, as far as is known before. `nanoUsd` null: the model has no price. */
export const keepWarmPriceSchema = z.object({
  /** null: nothing is kept warm. */
  untilAt: epochMs.nullable(),
  /** How many refreshes that takes, the first one included. */
  refreshes: z.number().int().nonnegative(),
  /** The first one: where the thread has gone cold it writes all of it anew. */
  first: price,
  /** Each next one. */
  each: price,
  /** All together, as is its price. */
  usage: usageSchema,
  nanoUsd: nanoUsd.nullable(),
})
export type KeepWarmPrice = z.infer<typeof keepWarmPriceSchema>
