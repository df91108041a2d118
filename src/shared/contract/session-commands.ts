// Commands about sessions: made, listed, read, followed, stopped, accounted for.
import { z } from 'zod'
import { approvalSchema } from '../domain/approval'
import { projectId, requestId, sessionId, threadId } from '../domain/ids'
import { requestSchema } from '../domain/ledger'
import { sessionListEntry, sessionSchema } from '../domain/session'
import { permissionMode, threadSchema } from '../domain/thread'
import { turnSchema } from '../domain/turn'
import { moneySchema, nanoUsd, usageSchema } from '../domain/units'

export const thinkingSetting = z.enum(['off', 'adaptive'])
export const effortSetting = z.enum(['low', 'medium', 'high', 'max'])

export const sessionCommands = {
  'session.create': {
    input: z.strictObject({
      projectId,
      sessionId: sessionId.optional(),
      threadId: threadId.optional(),
      title: z.string().min(1).max(300).optional(),
      model: z.string().min(1).max(200).optional(),
      effort: effortSetting.optional(),
      thinking: thinkingSetting.optional(),
      permissionMode: permissionMode.optional(),
      coordinator: z.boolean().default(false),
      /** Whether its models may fork; without it, as in the settings. */
      forkMode: z.boolean().optional(),
      /** How long its cache entries live, where the provider has both kinds; without it, as in the settings. */
      cacheTtl: z.enum(['5m', '1h']).optional(),
      /** Nobody sits at it until its first turn has ended: what these rules do not allow is denied instead of asked. */
      unattended: z.strictObject({ allow: z.array(z.string().min(1).max(1_000)).max(100) }).optional(),
    }),
    result: z.object({ sessionId, threadId }),
  },
  'session.configure': {
    input: z.strictObject({
      sessionId,
      /** Whether its models may fork; null: as in the settings. What runs goes on; what models are told of it changes in new snapshots only. */
      forkMode: z.boolean().nullable(),
    }),
    result: z.object({
      /** Whether they may now: the variable beats the choice. */
      forkMode: z.boolean(),
    }),
  },
  'session.list': {
    input: z.strictObject({ projectId: projectId.optional() }),
    result: z.object({ sessions: z.array(sessionListEntry) }),
  },
  'session.read': {
    input: z.strictObject({ sessionId }),
    result: z.object({
      session: sessionSchema,
      threads: z.array(threadSchema),
      turns: z.array(turnSchema),
      openApprovals: z.array(approvalSchema),
      seq: z.number().int().nonnegative(),
    }),
  },
  'session.subscribe': {
    input: z.strictObject({ sessionId, fromSeq: z.number().int().nonnegative().default(0) }),
    result: z.object({ seq: z.number().int().nonnegative() }),
  },
  'session.stopAll': { input: z.strictObject({ sessionId }), result: z.object({ threadIds: z.array(threadId) }) },
  'request.list': {
    input: z.strictObject({ threadId }),
    result: z.object({ requests: z.array(requestSchema) }),
  },
  'request.read': {
    input: z.strictObject({ requestId }),
    result: requestSchema.extend({ body: z.string() }),
  },
  'ledger.read': {
    input: z.strictObject({ sessionId }),
    result: z.object({
      threads: z.array(
        z.object({
          threadId,
          requests: z.number().int().nonnegative(),
          /** Requests whose answer began and whose final usage never came: counted as the provider reported them at first. */
          notReported: z.number().int().nonnegative(),
          usage: usageSchema,
          money: moneySchema,
          forecastNanoUsd: nanoUsd.nullable(),
        }),
      ),
      total: z.object({ notReported: z.number().int().nonnegative(), usage: usageSchema, money: moneySchema }),
    }),
  },
}
