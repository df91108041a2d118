// How tools of servers are named on the wire: `mcp__server__tool`, in the letters the API takes.
import { splitToolName } from '../../shared/domain/served-tool'
import type { Hash } from '../wire/wire-snapshot'

const PREFIX = 'mcp__'
const JOINT = '__'
/** The API takes names of at most this many characters. */
const MOST_NAME_CHARS = 128
const MOST_SERVER_CHARS = 60

/**
 * A server's name as it stands in the names of its tools. It never holds the joint and never ends or begins with an underscore:
 * so a name on the wire says in one way only whose tool it is, and a rule for `mcp__a` speaks of no other server.
 *
 * @returns '' where nothing of the name can be written
 */
export function serverSlug(name: string): string {
  const letters = name.replace(/[^A-Za-z0-9_-]/g, '_').replace(/_{2,}/g, '_')
  return letters.slice(0, MOST_SERVER_CHARS).replace(/^_+|_+$/g, '')
}

/** A tool's name on the wire. What is too long is cut and told apart by a hash. */
export function wireToolName(slug: string, tool: string, hash: Hash): string {
  const name = `${PREFIX}${slug}${JOINT}${tool.replace(/[^A-Za-z0-9_-]/g, '_')}`
  if (name.length <= MOST_NAME_CHARS) return name
  const end = `_${hash(tool).slice(0, 8)}`
  return `${name.slice(0, MOST_NAME_CHARS - end.length)}${end}`
}

/** Whether a name on the wire is that of a server's tool. */
export function isServerTool(name: string): boolean {
  return splitToolName(name) !== null
}

/** Whether an entry of somebody's tool list (`mcp__server`, `mcp__server__*`, a whole name) means a tool on the wire. */
export function meansServerTool(entry: string, name: string): boolean {
  if (!isServerTool(name)) return false
  if (entry.endsWith('*')) return entry.startsWith(PREFIX) && name.startsWith(entry.slice(0, -1))
  return entry === name || `${PREFIX}${splitToolName(name)?.slug}` === entry
}

/** A tool as a sentence names it: `“query” of the server “db”` for one of a server. */
export function toolInWords(name: string): string {
  const served = splitToolName(name)
  return served ? `“${served.tool}” of the server “${served.slug}”` : `“${name}”`
}
