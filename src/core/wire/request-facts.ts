// What the validator looks at of a request: the few facts of each block that a server judges it by.

/** How long a marker's entry lives; `null` without a marker. */
export type MarkerTtl = '5m' | '1h' | null

export interface BlockFacts {
  type: string
  /** Of a call. */
  id?: unknown
  /** Of a result: the call it answers. */
  toolUseId?: unknown
  /** A text without anything but white space. */
  blank: boolean
  marker: MarkerTtl
  /** The content blocks of a result. */
  parts: readonly BlockFacts[]
}

export interface MessageFacts {
  role: string
  content: readonly BlockFacts[]
}

export interface RequestFacts {
  tools: readonly { name: unknown; marker: MarkerTtl }[]
  system: readonly BlockFacts[]
  messages: readonly MessageFacts[]
}

interface Block {
  type?: unknown
  text?: unknown
  id?: unknown
  tool_use_id?: unknown
  content?: unknown
  cache_control?: { ttl?: unknown }
}

interface Body {
  system?: Block[]
  tools?: (Block & { name?: unknown })[]
  messages?: { role: string; content: Block[] }[]
}

/** The facts of a block as it was parsed. */
export function factsOfBlock(block: Block): BlockFacts {
  const type = String(block.type)
  const parts = type === 'tool_result' && Array.isArray(block.content) ? block.content : []
  return {
    type,
    id: block.id,
    toolUseId: block.tool_use_id,
    blank: type === 'text' && (typeof block.text !== 'string' || block.text.trim() === ''),
    marker: markerOf(block),
    parts: parts.map(factsOfBlock),
  }
}

/** The facts of a whole body as it was parsed. */
export function factsOfBody(body: Body): RequestFacts {
  return {
    ...factsOfHead(body),
    messages: (body.messages ?? []).map(({ role, content }) => ({ role, content: content.map(factsOfBlock) })),
  }
}

/** The facts of what stands before the messages. */
export function factsOfHead(head: Omit<Body, 'messages'>): Omit<RequestFacts, 'messages'> {
  return {
    tools: (head.tools ?? []).map((tool) => ({ name: tool.name, marker: markerOf(tool) })),
    system: (head.system ?? []).map(factsOfBlock),
  }
}

function markerOf({ cache_control }: Block): MarkerTtl {
  if (!cache_control) return null
  return cache_control.ttl === '1h' ? '1h' : '5m'
}
