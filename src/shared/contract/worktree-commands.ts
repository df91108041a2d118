// Commands about the worktree of a thread.
import { z } from 'zod'
import { threadId } from '../domain/ids'
import { changedFileSchema, worktreeSchema } from '../domain/worktree'

export const worktreeCommands = {
  'worktree.read': {
    input: z.strictObject({ threadId }),
    result: z.object({ worktree: worktreeSchema, files: z.array(changedFileSchema), diff: z.string() }),
  },
  'worktree.keep': { input: z.strictObject({ threadId }), result: z.object({ worktree: worktreeSchema }) },
  'worktree.discard': {
    input: z.strictObject({ threadId, confirm: z.boolean().default(false) }),
    result: z.object({
      worktree: worktreeSchema,
      /** Where the folder was moved to, in the data folder's `rescued`. */
      rescuedTo: z.string().nullable(),
      /** Refs that keep the commits alive. */
      refs: z.array(z.string()),
    }),
  },
}
