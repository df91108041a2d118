// Commands about approvals: what is asked, and the one answer each gets.
import { z } from 'zod'
import { approvalAsker, approvalSchema, approvalScope } from '../domain/approval'
import { approvalId, sessionId } from '../domain/ids'

export const approvalCommands = {
  'approval.list': {
    input: z.strictObject({ sessionId: sessionId.optional() }),
    result: z.object({
      open: z.array(approvalSchema),
      decided: z.array(approvalSchema),
      /** The threads that ask and asked, as far as they are still known. */
      askers: z.array(approvalAsker),
    }),
  },
  'approval.answer': {
    input: z.strictObject({
      approvalId,
      decision: z.enum(['allow', 'deny']),
      scope: approvalScope.default('once'),
      input: z.record(z.string(), z.unknown()).optional(),
      note: z.string().max(10_000).optional(),
    }),
    result: approvalSchema,
  },
}
