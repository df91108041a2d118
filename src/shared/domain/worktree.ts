// A worktree: a git checkout lent to a thread.
import { z } from 'zod'
import { epochMs } from './units'

export const worktreeState = z.enum([
  'creating',
  /** Complete, nothing uncommitted. */
  'ready',
  /** Complete and at rest, with uncommitted or untracked work. */
  'dirty',
  /** A thread runs in it. */
  'in-use',
  'merging',
  'missing',
  'discarding',
  'discarded',
  'restoring',
  /** Back after a discard, and not used since. */
  'restored',
  'failed',
])
export type WorktreeState = z.infer<typeof worktreeState>

export const worktreeSchema = z.object({
  path: z.string(),
  branch: z.string(),
  /** The parent's HEAD when the worktree was planned. */
  base: z.string(),
  /** A synthetic commit on top of `base` that carries the parent's uncommitted work; null when there was none. */
  baseTree: z.string().nullable(),
  head: z.string(),
  state: worktreeState,
  filesChanged: z.number().int().nonnegative(),
  /** When a person said it stays; null when nobody did. */
  keptAt: epochMs.nullable().optional(),
  /** Lines of its own work against its start. */
  added: z.number().int().nonnegative().optional(),
  removed: z.number().int().nonnegative().optional(),
  /** Where the folder is since it was discarded. */
  rescuedTo: z.string().nullable().optional(),
  rescuedAt: epochMs.nullable().optional(),
  /** Whether `worktree.restore` can bring it back. */
  restorable: z.boolean().optional(),
  /** What did not travel from the parent's checkout, in words. */
  notes: z.array(z.string()).optional(),
})
export type Worktree = z.infer<typeof worktreeSchema>

export const changedFileSchema = z.object({
  path: z.string(),
  status: z.enum(['added', 'modified', 'deleted', 'renamed', 'untracked', 'type-changed', 'conflicted']),
  /** Lines added; null for binary files. */
  added: z.number().int().nonnegative().nullable(),
  removed: z.number().int().nonnegative().nullable(),
  /** The name it had before; of a renamed file. */
  from: z.string().nullable().optional(),
  /** Bytes as it is now; null when it is gone. */
  bytes: z.number().int().nonnegative().nullable().optional(),
  /** Whether a part of the change is in no commit. */
  uncommitted: z.boolean().optional(),
})
export type ChangedFile = z.infer<typeof changedFileSchema>

/** What exists in a worktree and nowhere else. */
export const worktreeLossSchema = z.object({
  uncommitted: z.array(z.string()),
  untracked: z.array(z.string()),
  /** Ignored files and folders the parent's checkout does not have. */
  ignored: z.array(z.string()),
  /** Commits that no other branch, remote branch or tag reaches. */
  commits: z.number().int().nonnegative(),
  /** Own commits that the parent's checkout does not have; 0 when it has what they changed all the same. */
  unmerged: z.number().int().nonnegative(),
  /** Why it is in use, in words; empty when it is not. */
  inUse: z.array(z.string()),
})
