// The fork, as a command: what it would cost, and starting it.
import { z } from 'zod'
import { threadId, turnId } from '../domain/ids'
import { isolationSchema } from '../domain/thread'
import { epochMs, nanoUsd, usageSchema } from '../domain/units'
import { MAX_DIRECTIVE_CHARS, MAX_DIRECTIVES } from './fork-limits'

const directive = z
  .string()
  .min(1)
  .max(MAX_DIRECTIVE_CHARS, `at most ${MAX_DIRECTIVE_CHARS} characters`)
  .refine((text) => text.trim() !== '', 'must hold more than white space')
const directives = z.array(directive).min(1).max(MAX_DIRECTIVES)
const price = z.object({ usage: usageSchema, nanoUsd: nanoUsd.nullable() })

export const forkCommands = {
  'fork.forecast': {
    input: z.strictObject({ threadId, turnId: turnId.optional(), directives, isolation: isolationSchema.optional() }),
    result: z.object({
      sharedTokens: z.number().int().nonnegative(),
      warm: z.boolean(),
      warmUntil: epochMs.nullable(),
      first: price,
      next: price,
      /** What it would cost to read for oneself what a fork inherits. */
      freshAgentNanoUsd: nanoUsd.nullable(),
      /** What the first request of a fresh agent would cost, which knows nothing but its task. */
      freshStartNanoUsd: nanoUsd.nullable().optional(),
      /** What a new worktree would start from, or why there can be none. */
      worktree: z
        .object({
          base: z.string().nullable(),
          /** Null where HEAD is detached. */
          branch: z.string().nullable().optional(),
          /** When the base was committed. */
          baseAt: epochMs.nullable().optional(),
          /** Commits the branch is ahead of and behind its upstream, as last fetched; null without one. */
          upstream: z
            .object({ ahead: z.number().int().nonnegative(), behind: z.number().int().nonnegative() })
            .nullable()
            .optional(),
          uncommittedFiles: z.number().int().nonnegative().nullable(),
          barred: z.enum(['worktree.not_git', 'worktree.no_commit']).nullable(),
        })
        .optional(),
    }),
  },
  'fork.start': {
    input: z
      .strictObject({
        threadId,
        turnId: turnId.optional(),
        directives,
        kind: z.enum(['fork', 'branch']).default('fork'),
        isolation: isolationSchema.optional(),
        reportBack: z.boolean().default(false),
        /** For a branch: whether the directive is its first message (the default), or only its name. */
        sendDirective: z.boolean().default(true),
        threadIds: z.array(threadId).min(1).max(MAX_DIRECTIVES).optional(),
      })
      .refine((input) => !input.threadIds || input.threadIds.length === input.directives.length, {
        path: ['threadIds'],
        message: 'one id for each directive',
      })
      .refine((input) => !input.threadIds || new Set(input.threadIds).size === input.threadIds.length, {
        path: ['threadIds'],
        message: 'no id twice',
      }),
    result: z.object({ threadIds: z.array(threadId) }),
  },
}
