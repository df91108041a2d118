import { z } from 'zod'
import { defineTool } from './define-tool'

const description = `Keeps your list of what is to be done, for yourself and for the person who watches. Each call gives the whole list; it replaces the one before.

- Use it for work of three steps or more, or when you were given several things at once. A single simple task needs no list.
- Have exactly one task in_progress while you work, and mark a task completed as soon as it is done, not in batches at the end.
- A task is completed only when it is: while tests fail or a part is missing it stays in_progress, and what stands in the way becomes a task of its own.`

export const todoWriteTool = defineTool(
  'TodoWrite',
  description,
  z.strictObject({
    todos: z
      .array(
        z.strictObject({
          content: z.string().min(1).max(2000).describe('The task, as an order: "Fix the parser".'),
          status: z.enum(['pending', 'in_progress', 'completed']).describe('Where it stands.'),
          activeForm: z
            .string()
            .min(1)
            .max(2000)
            .optional()
            .describe('The same while it is being done: "Fixing the parser".'),
        }),
      )
      .max(200)
      .describe('All tasks, in order.'),
  }),
)

export type TodoWriteInput = z.infer<typeof todoWriteTool.input>
