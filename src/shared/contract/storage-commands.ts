// Commands about all worktrees together: what they take, what does not agree, and making it agree.
import { z } from 'zod'
import { projectId, sessionId, threadId } from '../domain/ids'
import { threadState } from '../domain/thread'
import { epochMs } from '../domain/units'
import { worktreeSchema } from '../domain/worktree'

const bytes = z.number().int().nonnegative()

export const storedWorktreeSchema = worktreeSchema.extend({
  threadId,
  sessionId,
  title: z.string(),
  threadState,
  projectId,
  projectName: z.string(),
  /** The common git folder of its repository. */
  repository: z.string(),
  createdAt: epochMs,
  /** When its thread last did something. */
  usedAt: epochMs,
  /** What its folder takes, wherever it is now; null: not measured yet, or gone. */
  bytes: bytes.nullable(),
  /** Until when a discarded one is kept as a folder; afterwards as an archive. */
  rescueUntil: epochMs.nullable(),
  archiveBytes: bytes.nullable(),
})

/** Something of ours that no worktree owns any more. */
export const orphanSchema = z.object({
  kind: z.enum(['folder', 'registration', 'ref']),
  path: z.string(),
  bytes: bytes.nullable(),
  text: z.string(),
  threadId: threadId.nullable(),
})

/** Where database, git and disk do not agree. */
export const worktreeDifferenceSchema = z.object({
  id: z.string(),
  threadId: threadId.nullable(),
  kind: z.string(),
  /** One sentence for a person. */
  text: z.string(),
  /** What repairing does, in words; null when only a person can decide. It never deletes. */
  repair: z.string().nullable(),
})

export const storageCommands = {
  'worktree.list': {
    input: z.strictObject({}),
    result: z.object({
      worktrees: z.array(storedWorktreeSchema),
      orphans: z.array(orphanSchema),
      differences: z.array(worktreeDifferenceSchema),
      bytes: z.object({ live: bytes, rescued: bytes, archived: bytes }),
    }),
  },
  'worktree.reconcile': {
    input: z.strictObject({ differences: z.array(z.string().min(1).max(500)).max(1_000).optional() }),
    result: z.object({
      repaired: z.array(z.object({ id: z.string(), done: z.string() })),
      left: z.array(worktreeDifferenceSchema),
    }),
  },
  /** Frees what a discarded worktree's folder takes, once a ref and an archive were verified against it. */
  'worktree.free': {
    input: z.strictObject({ threadId }),
    result: z.object({ worktree: worktreeSchema, bytesFreed: bytes, archive: z.string() }),
  },
}
