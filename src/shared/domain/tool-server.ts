// A server that offers tools (MCP), as a person sees it.
import { z } from 'zod'

/**
 * inert: the project is not trusted. disabled: a settings file switches it off. invalid: its entry cannot be used. resting: it
 * runs when it is needed. starting: it is being connected, perhaps again.
 */
const toolServerState = z.enum(['inert', 'disabled', 'invalid', 'resting', 'starting', 'connected', 'failed'])

export const toolServerSchema = z.object({
  name: z.string(),
  /** What the names of its tools begin with. */
  prefix: z.string(),
  /** The file that names it, as a person writes it. */
  source: z.string(),
  origin: z.enum(['project', 'home']),
  transport: z.enum(['stdio', 'http']).nullable(),
  /** What it starts or reaches, as the file says. */
  shown: z.string(),
  state: toolServerState,
  /** Why it is in that state, where there is something to say; null else. */
  reason: z.string().nullable(),
  /** The last lines it wrote on standard error. */
  lastWords: z.array(z.string()),
  /** What it says it is; null: nothing. */
  title: z.string().nullable(),
  /** What it offers now, or offered last. */
  tools: z.array(z.object({ name: z.string(), wireName: z.string(), description: z.string() })),
  /** Tools of it that are not taken, and why. */
  leftOut: z.array(z.object({ tool: z.string(), reason: z.string() })),
  /** Whether the thread takes it into its next snapshot; true where no thread is asked about. */
  chosen: z.boolean(),
  /** How many tools of it the thread's requests carry; null: the thread has sent nothing yet. */
  carried: z.number().int().nonnegative().nullable(),
  /** Whether what the thread carries is not what it offers now. Taking that is a person's choice: the cache starts again. */
  differs: z.boolean(),
})
export type ToolServer = z.infer<typeof toolServerSchema>
