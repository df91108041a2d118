// An approval: a parked tool call, and the decision once made, and who made it.
import { z } from 'zod'
import { approvalId, sessionId, threadId, turnId } from './ids'
import { threadSchema } from './thread'
import { epochMs } from './units'

export const approvalScope = z.enum(['once', 'thread', 'session', 'project'])
export type ApprovalScope = z.infer<typeof approvalScope>

export const decidedBy = z.enum(['person', 'rule', 'hook', 'island', 'no-person', 'shutdown', 'stopped'])
export type DecidedBy = z.infer<typeof decidedBy>

export const approvalSchema = z.object({
  id: approvalId,
  sessionId,
  threadId,
  turnId,
  toolUseId: z.string(),
  tool: z.string(),
  input: z.unknown(),
  /** What the model asked for, when a person changed it before allowing. */
  originalInput: z.unknown().optional(),
  /** The folder the call would run in. */
  folder: z.string(),
  reason: z.object({ rule: z.string().nullable(), source: z.string(), text: z.string() }),
  /** The rule that each wider scope would add. */
  offers: z.object({ thread: z.string(), session: z.string(), project: z.string() }),
  state: z.enum(['open', 'allowed', 'denied', 'closed']),
  decidedBy: decidedBy.nullable(),
  scope: approvalScope.nullable(),
  note: z.string().nullable(),
  createdAt: epochMs,
  decidedAt: epochMs.nullable(),
})
export type Approval = z.infer<typeof approvalSchema>

/** Who asks, for a list over many sessions. */
export const approvalAsker = threadSchema.pick({ id: true, title: true, kind: true, directive: true })
export type ApprovalAsker = z.infer<typeof approvalAsker>
