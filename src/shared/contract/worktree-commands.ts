// Commands about the worktree of a thread: what is in it, keeping it, taking it away and getting it back.
import { z } from 'zod'
import { threadId } from '../domain/ids'
import { epochMs } from '../domain/units'
import { changedFileSchema, worktreeLossSchema, worktreeSchema } from '../domain/worktree'

/** What a worktree's files are compared with: what it started from, or the parent's files as they are now. */
export const comparedWith = z.enum(['base', 'parent'])

const filePath = z.string().min(1).max(4_096)

const fileSide = z.object({
  bytes: z.number().int().nonnegative(),
  /** A `data:` address; null for what is no image, or too large to show. */
  image: z.string().nullable(),
})

export const worktreeCommands = {
  'worktree.read': {
    input: z.strictObject({ threadId, against: comparedWith.default('base') }),
    result: z.object({
      worktree: worktreeSchema,
      files: z.array(changedFileSchema),
      diff: z.string(),
      /** Whether the difference was cut. */
      cut: z.boolean().optional(),
      /** What discarding would lose; null while nobody can tell. */
      loss: worktreeLossSchema.nullable().optional(),
      /** The worktree's own commits, newest first. */
      commits: z.array(z.object({ hash: z.string(), subject: z.string(), at: epochMs })).optional(),
      /** What it was compared with, in words. */
      against: z.object({ label: z.string(), commit: z.string().nullable() }).optional(),
    }),
  },
  'worktree.file': {
    /** One file of a worktree's changes, in full. */
    input: z.strictObject({ threadId, path: filePath, against: comparedWith.default('base') }),
    result: z.object({
      /** Unified difference; null for binary files. */
      diff: z.string().nullable(),
      /** Its parts, each with an id that stands for exactly this content. */
      hunks: z.array(z.object({ id: z.string(), header: z.string(), lines: z.array(z.string()) })),
      cut: z.boolean(),
      binary: z.boolean(),
      before: fileSide.nullable(),
      after: fileSide.nullable(),
    }),
  },
  /** Opens a worktree, or a file of it, in the person's editor. */
  'worktree.open': {
    input: z.strictObject({ threadId, path: filePath.optional() }),
    result: z.object({ opened: z.literal(true) }),
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
  'worktree.restore': {
    input: z.strictObject({ threadId }),
    result: z.object({ worktree: worktreeSchema, path: z.string(), from: z.enum(['rescued', 'archive', 'refs']) }),
  },
}
