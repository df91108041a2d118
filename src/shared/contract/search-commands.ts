// The search over everything that was said, in all sessions.
import { z } from 'zod'
import { projectId } from '../domain/ids'
import { searchAnswerSchema } from '../domain/search'
import { MAX_SEARCH_CHARS, MAX_SEARCH_HITS } from './search-limits'

export const searchCommands = {
  search: {
    input: z.strictObject({
      /** Words, all of which have to be found; in double quotes, in this order. Nothing else in it has a meaning. */
      text: z.string().max(MAX_SEARCH_CHARS, `at most ${MAX_SEARCH_CHARS} characters`),
      projectId: projectId.optional(),
      limit: z.number().int().min(1).max(MAX_SEARCH_HITS).default(MAX_SEARCH_HITS),
    }),
    result: searchAnswerSchema,
  },
}
