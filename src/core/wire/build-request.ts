// The one builder: the body of every request of every thread comes from here.
import type { Markers } from './breakpoints'
import type { WireBlock } from './wire-block'
import { type CacheTtl, parseSnapshot, type SnapshotFields } from './wire-snapshot'

export interface RequestParts {
  snapshotText: string
  /** The blocks that are sent, in order; neighbours of one role become one message. */
  blocks: readonly WireBlock[]
  markers: Markers
  ttl: CacheTtl
  /** `none` fills the cache and generates nothing: no tokens for an answer, and no stream. A stream when left out. */
  answer?: 'stream' | 'none'
  /** Further fields after the messages, as JSON text of an object (`{}` for none): diagnostics. */
  tailJson: string
}

/**
 * Builds the exact text of a request. The same parts give the same text, so a stored request can be rebuilt from its
 * snapshot, blocks and marker positions.
 */
export function buildRequest(parts: RequestParts): string {
  return `${headText(parts)}${blocksText(parts, 0)}${endText(parts)}`
}

/** What stands before the first message, up to the bracket that opens the messages. */
export function headText(parts: Omit<RequestParts, 'blocks' | 'tailJson'>): string {
  const frozen = parts.answer === 'none' ? withoutAnswer(parts.snapshotText) : parts.snapshotText
  const head = parts.markers.system ? withSystemMarker(frozen, parts.ttl) : frozen
  const stream = parts.answer === 'none' ? '' : ',"stream":true'
  return `${head.slice(0, -1)}${stream},"messages":[`
}

/** The text of some of the blocks, behind that of all before them; the message of the last one is left open. */
export function blocksText(
  { blocks, markers, ttl }: Pick<RequestParts, 'blocks' | 'markers' | 'ttl'>,
  from: number,
  below = blocks.length,
): string {
  const marked = new Set(markers.positions)
  const pieces: string[] = []
  let role = blocks[from - 1]?.role ?? null
  for (const block of blocks.slice(from, below)) {
    if (block.role === role) pieces.push(',')
    else pieces.push(role === null ? '' : ']},', '{"role":"', block.role, '","content":[')
    role = block.role
    if (marked.has(block.position)) pieces.push(block.json.slice(0, -1), ',"cache_control":', markerText(ttl), '}')
    else pieces.push(block.json)
  }
  return pieces.join('')
}

/** What stands behind the last block. */
export function endText({ blocks, tailJson }: Pick<RequestParts, 'blocks' | 'tailJson'>): string {
  const tail = tailJson === '{}' ? '}' : `,${tailJson.slice(1)}`
  return `${blocks.length === 0 ? '' : ']}'}]${tail}`
}

function markerText(ttl: CacheTtl): string {
  return ttl === '1h' ? '{"type":"ephemeral","ttl":"1h"}' : '{"type":"ephemeral"}'
}

/** Neighbouring blocks of one role, which make one message. */
export function messagesOf<B extends { role: string }>(blocks: readonly B[]): { role: string; blocks: B[] }[] {
  const messages: { role: string; blocks: B[] }[] = []
  for (const block of blocks) {
    const last = messages.at(-1)
    if (last?.role === block.role) last.blocks.push(block)
    else messages.push({ role: block.role, blocks: [block] })
  }
  return messages
}

/**
 * The same prefix with room for no answer. All else stays, since whatever else differs belongs to another prefix: adaptive
 * thinking and effort are taken with it; a thinking budget or a forced call would be refused, and we send neither.
 */
function withoutAnswer(snapshotText: string): string {
  return JSON.stringify({ ...parseSnapshot(snapshotText), max_tokens: 0 })
}

/** By the snapshot's fields: the marked text of each is made once. */
const markedHeads = new WeakMap<object, Map<CacheTtl, string>>()

function withSystemMarker(snapshotText: string, ttl: CacheTtl): string {
  const fields = parseSnapshot(snapshotText)
  const known = markedHeads.get(fields) ?? new Map<CacheTtl, string>()
  markedHeads.set(fields, known)
  const text = known.get(ttl) ?? markSystem(snapshotText, fields, ttl)
  known.set(ttl, text)
  return text
}

function markSystem(snapshotText: string, fields: Readonly<SnapshotFields>, ttl: CacheTtl): string {
  if (fields.system.length === 0) return snapshotText
  const marked = fields.system.map((block, n) =>
    n === fields.system.length - 1 ? { ...block, cache_control: JSON.parse(markerText(ttl)) } : block,
  )
  return JSON.stringify({ ...fields, system: marked })
}

/** The same text without any cache marker: what two requests are compared by. */
export function withoutMarkers(parts: Omit<RequestParts, 'markers' | 'ttl'>): string {
  return buildRequest({ ...parts, ttl: '5m', markers: { system: false, positions: [] } })
}
