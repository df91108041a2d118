// A worktree: a git checkout lent to a thread.
import { z } from 'zod'

export const worktreeState = z.enum(['creating', 'ready', 'kept', 'missing', 'discarded', 'failed'])
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
})
export type Worktree = z.infer<typeof worktreeSchema>

export const changedFileSchema = z.object({
  path: z.string(),
  status: z.enum(['added', 'modified', 'deleted', 'renamed', 'untracked', 'type-changed', 'conflicted']),
  /** Lines added; null for binary files. */
  added: z.number().int().nonnegative().nullable(),
  removed: z.number().int().nonnegative().nullable(),
})
export type ChangedFile = z.infer<typeof changedFileSchema>
