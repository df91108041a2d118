// A thread: one line of conversation, its place in the tree and its one state.
import { z } from 'zod'
import { sessionId, threadId, turnId } from './ids'
import { keepWarmSchema } from './keep-warm'
import { epochMs, moneySchema, usageSchema } from './units'
import { worktreeSchema } from './worktree'

export const threadKind = z.enum(['main', 'branch', 'fork', 'agent', 'island'])
export type ThreadKind = z.infer<typeof threadKind>

export const threadState = z.enum([
  'queued',
  'warming',
  'streaming',
  'waiting-approval',
  'rate-limited',
  'idle',
  'interrupted',
  'failed',
  'turn-limit',
  'stopped',
  'done',
  'worktree-missing',
  'discarded',
])
export type ThreadState = z.infer<typeof threadState>

export { LIVE_STATES } from './live-states'

export const isolationSchema = z.enum(['worktree', 'none', 'readonly'])
export type Isolation = z.infer<typeof isolationSchema>

export const startedBy = z.enum(['person', 'model', 'command'])
export type StartedBy = z.infer<typeof startedBy>

export const permissionMode = z.enum(['default', 'acceptEdits', 'plan', 'bypassPermissions'])
export type PermissionMode = z.infer<typeof permissionMode>

export const branchPointSchema = z.object({
  /** The parent's turn the thread leaves; null when nothing had been said yet. */
  turnId: turnId.nullable(),
  /** How many messages of the parent's history are inherited. */
  message: z.number().int().nonnegative(),
  /** The hash-chain link of the last inherited block. */
  link: z.string(),
})

export const threadSchema = z.object({
  id: threadId,
  sessionId,
  parentId: threadId.nullable(),
  kind: threadKind,
  title: z.string(),
  directive: z.string().nullable(),
  branchPoint: branchPointSchema.nullable(),
  state: threadState,
  /** One sentence for the person: why the thread is in its state. */
  stateReason: z.string().nullable(),
  resumable: z.boolean(),
  steps: z.number().int().nonnegative(),
  model: z.string(),
  /** null: the model's own. */
  effort: z.string().nullable().optional(),
  permissionMode,
  isolation: isolationSchema,
  usage: usageSchema,
  money: moneySchema,
  worktree: worktreeSchema.nullable(),
  startedBy,
  /** What the thread does now, in a few words (`bash npm test`); null at rest. */
  activity: z.string().nullable(),
  /** What it said when it was done, in one line of plain text; null: it is not done, or said nothing. */
  report: z.string().nullable(),
  /** The type of a fresh agent, by name; null for everything else. */
  agentType: z.string().nullable().optional(),
  /** Until when what the thread last sent can be read from the provider's cache; null: it never got an answer. */
  warmUntil: epochMs.nullable(),
  /** Whether a person pays for prolonging that, and until when; null: nobody does. */
  keepWarm: keepWarmSchema.nullable(),
  createdAt: epochMs,
  endedAt: epochMs.nullable(),
  silentSince: epochMs.nullable(),
  broughtBackAt: epochMs.nullable(),
  archivedAt: epochMs.nullable(),
})
export type Thread = z.infer<typeof threadSchema>
