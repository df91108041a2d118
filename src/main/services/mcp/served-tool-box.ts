// One box for all tools: our own, and those of servers, so that a call of either goes the same way.
import { isServerTool } from '../../../core/mcp/tool-name'
import type { ToolBox } from '../ports/tools'
import type { ToolServers } from './tool-servers'

/** The box with the tools of servers in it. Their input is checked by the server, which knows what it means. */
export function withToolServers(tools: ToolBox, servers: Pick<ToolServers, 'call'>): ToolBox {
  return {
    ...tools,
    check: (name, input) => (isServerTool(name) ? problemOf(name, input) : tools.check(name, input)),
    run: (name, input, context) =>
      isServerTool(name)
        ? servers.call(context.threadId, name, input, context.signal)
        : tools.run(name, input, context),
  }
}

function problemOf(name: string, input: unknown): string | null {
  const fits = typeof input === 'object' && input !== null && !Array.isArray(input)
  return fits ? null : `The input of ${name} does not fit: it must be an object. Nothing was done.`
}
