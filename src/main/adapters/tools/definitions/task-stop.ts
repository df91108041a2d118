import { z } from 'zod'
import { defineTool } from './define-tool'

const description = `Stops a running fork or agent, or a background command started by bash, with every process it started. What it has done so far stays as it is. Stop what is no longer needed or has gone wrong; do not stop one only because it takes long.`

export const taskStopTool = defineTool(
  'TaskStop',
  description,
  z.strictObject({
    task_id: z.string().min(1).max(100).describe('The id of the fork or agent, or the job id bash gave.'),
  }),
)
