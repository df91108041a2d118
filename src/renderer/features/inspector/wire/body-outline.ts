// What a request body is made of: its fields, and the blocks of `system`, `tools` and each message, as stretches of the exact text. Pure.
import { elements, type Member, members, type Span, valueEnd } from './json-scan'

/** A cache marker, from the comma before it to its end: what is left out when two bodies are compared. */
export interface MarkerSpan extends Span {
  ttl: '5m' | '1h'
}

export interface BodyBlock extends Span {
  /** `system[0]`, `tools[3]`, `messages[12].content[1]`. */
  path: string
  /** `text`, `tool_use` …; of a tool `tool`. */
  type: string
  /** The tool's name, where there is one. */
  name: string | null
  marker: MarkerSpan | null
  /** Where what the block says stands: its text, input, content or description; null for a type of which that is not known. */
  says: Span | null
}

export interface BodyPart extends Span {
  /** `model`, `system`, `tools`, `messages[12]`. */
  path: string
  kind: 'field' | 'blocks' | 'message'
  /** Of a message. */
  role: string | null
  blocks: readonly BodyBlock[]
  /** Of a message: how many blocks of earlier messages stand before it. */
  firstBlock: number
}

/** What is told of each type of block when it is folded: this member. */
const TELLING: Readonly<Record<string, string>> = {
  text: 'text',
  thinking: 'thinking',
  tool_use: 'input',
  tool_result: 'content',
  tool: 'description',
}

/**
 * The parts of a body in their order; messages are parts of their own.
 *
 * @throws SyntaxError when the text is not JSON to its end
 */
export function outlineBody(body: string): BodyPart[] {
  const parts: BodyPart[] = []
  for (const member of members(body, 0)) {
    if (member.key === 'messages') parts.push(...messageParts(body, member))
    else if (member.key === 'system' || member.key === 'tools') parts.push(listPart(body, member))
    else parts.push({ ...member, path: member.key, kind: 'field', role: null, blocks: [], firstBlock: 0 })
  }
  return parts
}

/** The blocks of all messages with the role of each, in the order in which they are sent. */
export function messageBlocks(parts: readonly BodyPart[]): { role: string; block: BodyBlock }[] {
  return parts.flatMap((part) =>
    part.role === null ? [] : part.blocks.map((block) => ({ role: part.role ?? '', block })),
  )
}

function listPart(body: string, { key, start, end }: Member): BodyPart {
  const list = elements(body, start)
  const blocks = list.map((span, n) => blockOf(body, span, `${key}[${n}]`))
  return { path: key, kind: list.length > 0 ? 'blocks' : 'field', start, end, role: null, blocks, firstBlock: 0 }
}

function messageParts(body: string, { start }: Member): BodyPart[] {
  let firstBlock = 0
  return elements(body, start).map((span, n) => {
    const path = `messages[${n}]`
    const fields = members(body, span.start)
    const content = fields.find((field) => field.key === 'content')
    const blocks = content ? contentBlocks(body, content, path) : []
    const part: BodyPart = { ...span, path, kind: 'message', role: textOf(body, fields, 'role'), blocks, firstBlock }
    firstBlock += blocks.length
    return part
  })
}

/** A content that is one string counts as one block. */
function contentBlocks(body: string, { start, end }: Member, path: string): BodyBlock[] {
  if (body[start] !== '[')
    return [{ start, end, path: `${path}.content`, type: 'text', name: null, marker: null, says: { start, end } }]
  return elements(body, start).map((span, n) => blockOf(body, span, `${path}.content[${n}]`))
}

function blockOf(body: string, span: Span, path: string): BodyBlock {
  const fields = members(body, span.start)
  const type = textOf(body, fields, 'type') ?? 'tool'
  return {
    ...span,
    path,
    type,
    name: textOf(body, fields, 'name'),
    marker: markerOf(body, span, fields),
    says: fields.find((field) => field.key === TELLING[type]) ?? null,
  }
}

function markerOf(body: string, block: Span, fields: readonly Member[]): MarkerSpan | null {
  const at = fields.findIndex((field) => field.key === 'cache_control')
  const marker = fields[at]
  if (!marker) return null
  const ttl = textOf(body, members(body, marker.start), 'ttl') === '1h' ? '1h' : '5m'
  const before = fields[at - 1]
  if (before) return { ttl, start: before.end, end: marker.end }
  const after = fields[at + 1]
  // The first member goes with the comma behind it.
  const end = after ? body.lastIndexOf(JSON.stringify(after.key), after.start) : valueEnd(body, marker.start)
  return { ttl, start: block.start + 1, end }
}

function textOf(body: string, fields: readonly Member[], key: string): string | null {
  const field = fields.find((each) => each.key === key)
  if (!field || body[field.start] !== '"') return null
  return String(JSON.parse(body.slice(field.start, field.end)))
}
