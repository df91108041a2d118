// The ledger: one row per API request, with what was predicted, billed and shared.
import { z } from 'zod'
import { requestId, threadId } from './ids'
import { epochMs, moneySchema, nanoUsd, usageSchema } from './units'

export const requestSchema = z.object({
  id: requestId,
  threadId,
  /** 1-based within its thread. */
  n: z.number().int().positive(),
  /** What it was sent for: a step of a turn, or only to keep in the cache what the thread sent last. */
  purpose: z.enum(['turn', 'keep-warm']),
  model: z.string(),
  usage: usageSchema,
  money: moneySchema,
  /** What its input side was billed, to lay beside the forecast, which knows no output; null: no price. */
  inputNanoUsd: nanoUsd.nullable().optional(),
  forecast: z.object({ usage: usageSchema, nanoUsd: nanoUsd.nullable() }).nullable(),
  startedAt: epochMs,
  firstEventAt: epochMs.nullable(),
  endedAt: epochMs.nullable(),
  outcome: z.enum(['ok', 'retried', 'broken', 'refused', 'cancelled']),
  /** The provider's own id of the request. */
  requestId: z.string().nullable(),
  prefix: z.object({
    link: z.string(),
    /** Counts of blocks, as are the next two. */
    blocks: z.number().int().nonnegative(),
    sharedWithParent: z.number().int().nonnegative(),
    sharedWithPrevious: z.number().int().nonnegative(),
  }),
  /**
   * Where it leaves the prefix it should repeat, as `first-difference` writes it: path, words, and ` (new epoch)` where a
   * person chose so. Null: it repeats it.
   */
  firstDifference: z.string().nullable(),
  /** Why the provider could not reuse the prefix of the request before, in its word; null: it named no reason. */
  cacheMissReason: z.string().nullable(),
  /**
   * What the provider's comparison with the request before says. `none`: nothing was compared (it was not asked, there was
   * none before, or no answer came). `pending`: it had not compared them when it answered, so this is neither a hit nor a
   * miss. `matched`: the prefix did not change. `missed`: `cacheMissReason` says why.
   */
  cacheDiagnosis: z.enum(['none', 'pending', 'matched', 'missed']),
  /** Whether the provider said what the whole answer used. Without it (a broken stream) `usage` is what it said at first. */
  usageFinal: z.boolean(),
})
export type Request = z.infer<typeof requestSchema>
