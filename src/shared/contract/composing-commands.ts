// What a person needs while writing: the project's files by name, and the texts that were begun and not sent.
import { z } from 'zod'
import { attachmentSchema } from '../domain/attachment'
import { sessionId, threadId } from '../domain/ids'
import { MAX_DRAFT_CHARS, MAX_FILES_FOUND } from './composing-limits'

export const composingCommands = {
  'project.files': {
    /** The files of the folder the thread works in: of its worktree, where it has one. What is ignored is left out. */
    input: z.strictObject({
      threadId,
      /** Letters of the path, in order; empty: the files nearest to the top. */
      query: z.string().max(500).default(''),
      limit: z.number().int().min(1).max(MAX_FILES_FOUND).default(20),
    }),
    result: z.object({
      /** Relative to the folder, with `/`; the best first. */
      paths: z.array(z.string()),
      /** How many files match. */
      total: z.number().int().nonnegative(),
      /** Whether there are more files than are looked at. */
      cut: z.boolean(),
    }),
  },
  'draft.write': {
    /** Keeps what is written for a thread and not sent; an empty text forgets it. */
    input: z.strictObject({
      threadId,
      text: z.string().max(MAX_DRAFT_CHARS, `at most ${MAX_DRAFT_CHARS} characters`),
    }),
    result: z.object({ done: z.literal(true) }),
  },
  'draft.read': {
    input: z.strictObject({ sessionId }),
    result: z.object({
      drafts: z.array(
        z.object({
          threadId,
          text: z.string(),
          /** What was put by for the message with `attachment.add`. */
          attachments: z.array(attachmentSchema),
        }),
      ),
    }),
  },
}
