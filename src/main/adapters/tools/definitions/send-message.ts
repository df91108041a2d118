import { z } from 'zod'
import { defineTool } from './define-tool'

const description = `Sends a message to a fork or agent you started. One that has ended takes up its work again where it stood, with everything it knew, and reports once more as a <task-notification>; one that still runs gets the message at its next step.

- Use it to ask further about a report, to have a result corrected, or to give new facts to one that runs. For new work that does not build on what it learned, start a new one.
- It returns at once. The answer comes as a notification; do not wait for it here.`

export const sendMessageTool = defineTool(
  'SendMessage',
  description,
  z.strictObject({
    to: z
      .string()
      .min(1)
      .max(100)
      .describe('The id of the fork or agent, as the Agent call or a notification gave it.'),
    message: z.string().min(1).max(100_000).describe('What to tell it.'),
  }),
)
