import { z } from 'zod'
import { COMMAND_MS, COMMAND_MS_MAX } from '../limits'
import { defineTool } from './define-tool'

const description = `Runs a command with bash and returns what it printed (standard output and error together) and its exit code.

- Every call begins anew in the working folder: cd, variables and shell options do not last to the next call. Chain with && what belongs together, and prefer paths over cd.
- There is no terminal and no input: editors, pagers, password prompts and anything interactive will not work. Pass flags that make a program ask nothing.
- After timeout_ms (${COMMAND_MS} when left out, at most ${COMMAND_MS_MAX}) the command and everything it started is ended.
- Of a long output the beginning and the end are returned; the whole is saved to a file, and the result says where. Read it by range with read, or search it with grep.
- run_in_background returns at once with a job id: for servers, watchers and whatever takes longer than you want to wait. The job goes on after your turn until it ends or TaskStop ends it.
- job_id (instead of command) returns what that job printed since you last asked, and whether it still runs. With timeout_ms it first waits that long for the job to end. Do not ask over and over for a job that has nothing to say yet.
- A process a command leaves running behind it becomes such a job, too.
- To read, write, edit and search files use read, write, edit, glob and grep instead of cat, echo, sed, find and rg.
- Several commands that do not depend on each other can go in one message as several calls.`

export const bashTool = defineTool(
  'bash',
  description,
  z
    .strictObject({
      command: z.string().min(1).max(100_000).optional().describe('The command line to run.'),
      description: z
        .string()
        .max(200)
        .optional()
        .describe('What it does, in five to ten words, for the person who watches.'),
      timeout_ms: z.int().min(1).max(COMMAND_MS_MAX).optional().describe('How long it may take, in milliseconds.'),
      run_in_background: z.boolean().optional().describe('Return at once and let the command go on as a job.'),
      job_id: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('Read new output of this background job; not together with command.'),
    })
    .refine((input) => (input.command === undefined) !== (input.job_id === undefined), {
      error: 'expected either command or job_id, and not both',
    }),
)

export type BashInput = z.infer<typeof bashTool.input>
