// Names of servers' tools, `mcp__server__tool`: whose tool one is, for both processes.

const PREFIX = 'mcp__'
const JOINT = '__'

/** Server and tool of a name on the wire; null for a tool of Tine's own. */
export function splitToolName(name: string): { slug: string; tool: string } | null {
  if (!name.startsWith(PREFIX)) return null
  const at = name.indexOf(JOINT, PREFIX.length)
  const tool = name.slice(at + JOINT.length)
  return at > PREFIX.length && tool !== '' ? { slug: name.slice(PREFIX.length, at), tool } : null
}
