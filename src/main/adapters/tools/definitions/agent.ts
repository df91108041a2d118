import { z } from 'zod'
import type { AgentOffer, ToolDefinition } from '../../../services/ports/tools'
import { agentDescription } from './agent-words'
import { defineTool } from './define-tool'

const fields = {
  description: z.string().min(1).max(200).describe('The task in three to five words, as its title.'),
  prompt: z
    .string()
    .min(1)
    .max(100_000)
    .refine((text) => text.trim() !== '', 'more than white space')
    .describe('The directive: what to do, the scope, what to report.'),
}

const isolation = z
  .enum(['worktree', 'none'])
  .optional()
  .describe(
    '"worktree": it works on a branch of its own in its own git worktree, which starts with your uncommitted changes. "none": it works in this folder. Left out, the person\'s setting decides.',
  )

const typeName = z.string().min(1).max(100)
const runInBackground = z.boolean().optional().describe('Return at once; the report arrives as a notification.')

/** What is taken: a call is judged by where its thread stands when it runs, which may be another place than when it learned of the tool. */
export const agentTool = defineTool(
  'Agent',
  'Starts a worker.',
  z.strictObject({
    ...fields,
    subagent_type: typeName.optional(),
    isolation,
    run_in_background: runInBackground,
  }),
)

/** The tool as it is offered where this can be started. */
export function agentDefinition(offer: AgentOffer): ToolDefinition {
  const { forks, background, types } = offer
  const names = types.map(({ name }) => `"${name}"`).join(', ')
  const schema = z.strictObject({
    ...fields,
    ...(forks
      ? {
          subagent_type: typeName
            .optional()
            .describe(
              `The kind of worker. "fork", which is also what you get without it, inherits this conversation. Fresh agents: ${names}.`,
            ),
        }
      : background
        ? { subagent_type: typeName.describe(`The type of the agent: ${names}.`) }
        : { subagent_type: typeName.optional().describe(`The type of the agent: ${names}.`) }),
    isolation,
    ...(background ? {} : { run_in_background: runInBackground }),
  })
  return defineTool('Agent', agentDescription(offer), schema).definition
}
