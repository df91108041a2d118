// What is known of a newer version of the app. It is put in place when the app quits, and only then.
import { z } from 'zod'

export const updateFacts = z.object({
  /** none: this app does not update itself, `reason` says why. off: the person turned it off. idle: looked, and nothing newer. */
  state: z.enum(['none', 'off', 'idle', 'checking', 'loading', 'ready', 'failed']),
  /** The newer version, once it is known. */
  version: z.string().nullable(),
  /** One sentence for the person; of `none` and `failed`. */
  reason: z.string().nullable(),
})
export type UpdateFacts = z.infer<typeof updateFacts>
