// Handlers for servers that offer tools.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import { listToolServers } from '../services/mcp/tool-server-view'
import type { HostServices } from './host-services'

type Names = 'mcp.list' | 'mcp.reconnect'
type Handlers = { [Name in Names]: (input: ParsedInput<Name>) => Promise<CommandResult<Name>> }

/** Which there are and how they stand, and connecting again. */
export function mcpHandlers({ parts }: HostServices): Handlers {
  return {
    'mcp.list': (input) => listToolServers(parts, input),
    'mcp.reconnect': async ({ sessionId, server }) => {
      await parts.toolServers.reconnect(sessionId, server)
      return { done: true }
    },
  }
}
