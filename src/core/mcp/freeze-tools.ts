// What a server offers as tools of a request: sorted, bounded, and only what the API takes.
import { type Hash, wellFormed } from '../wire/wire-snapshot'
import { schemaProblem } from './check-schema'
import { wireToolName } from './tool-name'

/** As a server describes it; nothing of it is believed. */
export type OfferedTool = unknown

export interface ServedTool {
  /** The server's own name for it. */
  tool: string
  /** As it stands in a request. */
  definition: { name: string; description: string; input_schema: Record<string, unknown> }
}

export interface LeftOutTool {
  tool: string
  reason: string
}

export interface FrozenTools {
  /** By name, in the order of their characters. */
  tools: ServedTool[]
  leftOut: LeftOutTool[]
}

/** Of one server. */
export const MOST_TOOLS = 128
export const MOST_DESCRIPTION_CHARS = 2_048
const MOST_SHOWN = 80

/** The tools of a server as they are sent. The same offer gives the same bytes, in whatever order it comes. */
export function freezeTools(slug: string, offered: readonly OfferedTool[], hash: Hash): FrozenTools {
  const tools: ServedTool[] = []
  const leftOut: LeftOutTool[] = []
  const taken = new Set<string>()
  const named = offered.filter(isNamed).sort((a, b) => (a.name < b.name ? -1 : 1))
  if (named.length < offered.length)
    leftOut.push({ tool: `(${offered.length - named.length} without a name)`, reason: 'a tool needs a name' })
  for (const offer of named) {
    const definition = definitionOf(slug, offer, hash)
    const reason =
      typeof definition === 'string'
        ? definition
        : taken.has(definition.name)
          ? `another tool is called ${definition.name} already`
          : tools.length >= MOST_TOOLS
            ? `at most ${MOST_TOOLS} tools of one server are taken`
            : null
    if (reason !== null || typeof definition === 'string') {
      leftOut.push({ tool: wellFormed(offer.name).slice(0, MOST_SHOWN), reason: reason ?? '' })
      continue
    }
    taken.add(definition.name)
    tools.push({ tool: offer.name, definition })
  }
  return { tools: tools.sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1)), leftOut }
}

interface NamedOffer {
  name: string
  description?: unknown
  inputSchema?: unknown
}

function isNamed(offer: OfferedTool): offer is NamedOffer {
  return (
    typeof offer === 'object' &&
    offer !== null &&
    'name' in offer &&
    typeof offer.name === 'string' &&
    offer.name !== ''
  )
}

function definitionOf(slug: string, offer: NamedOffer, hash: Hash): ServedTool['definition'] | string {
  const problem = schemaProblem(offer.inputSchema)
  if (problem) return problem
  const { $schema: _, ...schema } = offer.inputSchema as Record<string, unknown>
  return {
    name: wireToolName(slug, offer.name, hash),
    description: cutDescription(typeof offer.description === 'string' ? offer.description : ''),
    input_schema: schema,
  }
}

function cutDescription(text: string): string {
  const clean = wellFormed(text).trim()
  if (clean.length <= MOST_DESCRIPTION_CHARS) return clean
  return `${wellFormed(clean.slice(0, MOST_DESCRIPTION_CHARS - 2)).replace(/\uFFFD$/, '')} …`
}
