// The tools that servers add to a snapshot: sorted, and bounded as a whole.
import type { ServedTool } from '../../../core/mcp/freeze-tools'
import type { ToolDefinition } from '../ports/tools'

/** Of all servers of a session together; more of them cost every request, and models choose worse among so many. */
export const MOST_SERVED_TOOLS = 256
const MOST_CHARS = 400_000

export interface AbsentServer {
  name: string
  reason: string
}

export interface GatheredTools {
  /** By name, in the order of their characters. */
  tools: ToolDefinition[]
  /** Servers whose tools, or some of them, are not among them, and why. */
  absent: AbsentServer[]
}

/** Puts the offers of servers together, by name of the server; what no longer fits is left out, server by server. */
export function gatherTools(offers: readonly { name: string; tools: readonly ServedTool[] }[]): GatheredTools {
  const tools: ToolDefinition[] = []
  const absent: AbsentServer[] = []
  let chars = 0
  for (const offer of offers) {
    let left = 0
    for (const { definition } of offer.tools) {
      const size = JSON.stringify(definition).length
      if (tools.length >= MOST_SERVED_TOOLS || chars + size > MOST_CHARS) left += 1
      else {
        tools.push(definition)
        chars += size
      }
    }
    if (left > 0)
      absent.push({
        name: offer.name,
        reason: `${left} of its ${offer.tools.length} tools do not fit: a session takes ${MOST_SERVED_TOOLS} tools of servers, and ${MOST_CHARS} characters of their descriptions`,
      })
  }
  return { tools: tools.sort((a, b) => (a.name < b.name ? -1 : 1)), absent }
}
