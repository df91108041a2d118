// Builds what connects sessions to servers that offer tools.
import packageJson from '../../../package.json'
import { createServerConnector } from '../adapters/mcp/create-connector'
import { createServerFiles } from '../adapters/mcp/server-files'
import { type ServerParts, ToolServers } from '../services/mcp/tool-servers'

/** @param env this process's environment: variables in configurations, limits, and (cleaned) what servers get of it */
export function wireToolServers(parts: Omit<ServerParts, 'files' | 'connector'>, env: NodeJS.ProcessEnv): ToolServers {
  return new ToolServers({
    ...parts,
    files: createServerFiles({ env }),
    connector: createServerConnector({ clock: parts.clock, env, version: packageJson.version }),
  })
}
