// Commands that bring a thread's work home: its files into the parent's, its report into the parent's conversation.
import { z } from 'zod'
import { itemId, threadId, turnId } from '../domain/ids'
import { worktreeSchema } from '../domain/worktree'

export const mergeMode = z.enum(['merge', 'squash', 'patch'])

const filePath = z.string().min(1).max(4_096)
/** Only these files, or only these hunks of these files; neither: everything. */
const chosen = {
  paths: z.array(filePath).min(1).max(10_000).optional(),
  hunks: z
    .array(z.object({ path: filePath, ids: z.array(z.string().min(1).max(200)).min(1).max(10_000) }))
    .min(1)
    .max(10_000)
    .optional(),
}

export const mergeResultSchema = z.object({
  worktree: worktreeSchema,
  mode: mergeMode,
  into: z.object({ folder: z.string().nullable(), branch: z.string().nullable() }),
  /** The commit that was made; null for a patch, or when there was nothing to do. */
  commit: z.string().nullable(),
  files: z.array(z.string()),
  /** Lines, as git counts them. */
  added: z.number().int().nonnegative().optional(),
  removed: z.number().int().nonnegative().optional(),
  /** Refs that keep what was there before. */
  refs: z.array(z.string()),
  /** Whether this was only the check: nothing was changed. */
  checked: z.boolean(),
  /** Everything asked for was there before. */
  alreadyMerged: z.boolean(),
  /** What else there is to know, in words: uncommitted work that got a commit, files that were left out. */
  notes: z.array(z.string()).optional(),
})

export const homecomingCommands = {
  'worktree.merge': {
    input: z.strictObject({
      threadId,
      mode: mergeMode.default('merge'),
      into: z
        .discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('parent') }),
          z.strictObject({ kind: z.literal('branch'), name: z.string().min(1).max(250) }),
        ])
        .default({ kind: 'parent' }),
      ...chosen,
      message: z.string().min(1).max(100_000).optional(),
      /** Only looks for conflicts. */
      check: z.boolean().default(false),
    }),
    result: mergeResultSchema,
  },
  'thread.bringBack': {
    input: z.strictObject({
      threadId,
      itemId: itemId.optional(),
      /** What the parent is told; without one, the thread's own last words. */
      report: z.string().max(1_000_000).optional(),
      /** Turns of the thread that go along as quoted context. */
      turnIds: z.array(turnId).max(200).optional(),
      files: mergeMode.optional(),
      ...chosen,
    }),
    result: z.object({ itemId, merge: mergeResultSchema.nullable() }),
  },
}
