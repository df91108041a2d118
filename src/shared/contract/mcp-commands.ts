// Commands about servers that offer tools (MCP).
import { z } from 'zod'
import { projectId, sessionId, threadId } from '../domain/ids'
import { toolServerSchema } from '../domain/tool-server'

export const serverName = z.string().min(1).max(100)

export const mcpCommands = {
  /** The servers of a project; with a thread, as they stand in its session. */
  'mcp.list': {
    input: z.strictObject({ projectId, threadId: threadId.optional() }),
    result: z.object({
      servers: z.array(toolServerSchema),
      /** Whether the thread's next request begins a new snapshot with what its servers offer then. */
      due: z.boolean(),
      /** Files, or parts of them, that cannot be read. */
      broken: z.array(
        z.object({ source: z.string(), line: z.number().int().positive().nullable(), reason: z.string() }),
      ),
    }),
  },
  /** Connects a session to a server again; how that ends is told by `mcp.changed`. */
  'mcp.reconnect': {
    input: z.strictObject({ sessionId, server: serverName }),
    result: z.object({ done: z.literal(true) }),
  },
}
