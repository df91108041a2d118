// Where two requests part: compared in the order of the hash chain (tools, system, parameters, messages), without cache markers. Pure.
import { type BodyBlock, type BodyPart, messageBlocks, outlineBody } from './body-outline'
import { pathAt, type Span } from './json-scan'

export interface Body {
  text: string
  parts: readonly BodyPart[]
}

export type Level = 'tools' | 'system' | 'parameters' | 'messages'

/** One side of a difference. */
export interface Side {
  /** What both have, up to the difference. */
  before: string
  /** What only this side has; empty where the other side has more. */
  changed: string
  after: string
  /** Bytes of the body before the difference. */
  byte: number
}

export type Comparison =
  | { kind: 'same'; blocks: number }
  /** One repeats all blocks of the other and goes on; the sides show where. */
  | { kind: 'goes-on'; longer: 'left' | 'right'; blocks: number; more: number; path: string; left: Side; right: Side }
  | { kind: 'differs'; level: Level; path: string; note: string | null; blocks: number; left: Side; right: Side }

/** How much of a side is shown around the difference, in characters. */
const AROUND = 240
const CHANGED = 700

/** The fields of each level, in the order of the chain. `max_tokens` is none of them: it does not touch the cache. */
const FIELDS: readonly (readonly [Level, readonly string[]])[] = [
  ['tools', ['model', 'speed', 'tools']],
  ['system', ['system']],
  ['parameters', ['tool_choice', 'thinking', 'output_config']],
]

export function readBody(text: string): Body {
  return { text, parts: outlineBody(text) }
}

/** Compares two bodies up to their first difference. */
export function compareBodies(left: Body, right: Body): Comparison {
  for (const [level, names] of FIELDS) {
    for (const name of names) {
      const found = compareParts(left, right, level, name)
      if (found) return found
    }
  }
  return compareMessages(left, right)
}

function compareParts(left: Body, right: Body, level: Level, name: string): Comparison | null {
  const [a, b] = [left, right].map((body) => body.parts.find((part) => part.path === name))
  if (!a && !b) return null
  if (!a || !b || a.kind !== b.kind) return differs(level, name, 0, place(left, a), place(right, b))
  if (a.kind === 'field') {
    return bare(left, a) === bare(right, b) ? null : differs(level, name, 0, place(left, a), place(right, b))
  }
  const count = Math.max(a.blocks.length, b.blocks.length)
  for (let n = 0; n < count; n++) {
    const [mine, other] = [a.blocks[n], b.blocks[n]]
    if (mine && other && bare(left, mine) === bare(right, other)) continue
    const note = name === 'tools' ? toolNote(a.blocks, b.blocks, n) : null
    return differs(level, `${name}[${n}]`, 0, place(left, mine, a), place(right, other, b), note)
  }
  return null
}

function compareMessages(left: Body, right: Body): Comparison {
  const [a, b] = [messageBlocks(left.parts), messageBlocks(right.parts)]
  const common = Math.min(a.length, b.length)
  for (let n = 0; n < common; n++) {
    const [mine, other] = [a[n], b[n]]
    if (!mine || !other) break
    if (mine.role === other.role && bare(left, mine.block) === bare(right, other.block)) continue
    const note = mine.role === other.role ? null : `the role is ${mine.role} here and ${other.role} there`
    return differs('messages', other.block.path, n, place(left, mine.block), place(right, other.block), note)
  }
  if (a.length === b.length) return { kind: 'same', blocks: common }
  const [longer, rest] = a.length > b.length ? (['left', a] as const) : (['right', b] as const)
  const at = (body: Body, own: typeof a) => place(body, own[common]?.block, own[common - 1]?.block)
  const sides = sidesOf(at(left, a), at(right, b))
  const more = Math.abs(a.length - b.length)
  return { kind: 'goes-on', longer, blocks: common, more, path: rest[common]?.block.path ?? '', ...sides }
}

interface Place {
  body: Body
  /** null: this side has nothing there. */
  span: (Span & { marker?: BodyBlock['marker'] }) | null
  /** Where it would stand. */
  at: number
}

/**
 * @param before what stands before a span that is missing: the list it would be in, or the last block
 */
function place(body: Body, span: Place['span'] | undefined, before?: Span): Place {
  return { body, span: span ?? null, at: span?.start ?? before?.end ?? 0 }
}

function differs(
  level: Level,
  path: string,
  blocks: number,
  left: Place,
  right: Place,
  note: string | null = null,
): Comparison {
  const [a, b] = [textOf(left), textOf(right)]
  const at = Math.min(commonStart(a, b), Math.max(0, b.length - 1))
  const inner = left.span && right.span ? pathAt(b, at) : ''
  return { kind: 'differs', level, path: path + inner, note, blocks, ...sidesOf(left, right) }
}

function sidesOf(left: Place, right: Place): { left: Side; right: Side } {
  const [a, b] = [textOf(left), textOf(right)]
  const start = commonStart(a, b)
  const end = commonEnd(a, b, start)
  return { left: sideOf(a, start, end, left), right: sideOf(b, start, end, right) }
}

function sideOf(text: string, start: number, end: number, { body, span, at }: Place): Side {
  const changed = text.slice(start, text.length - end)
  const after = text.slice(text.length - end)
  const marker = span?.marker
  const offset = at + start
  // The marker is no part of what was compared, but it is part of the bytes.
  const inBody = marker && offset >= marker.start ? offset + marker.end - marker.start : offset
  return {
    before: start > AROUND ? `…${text.slice(start - AROUND, start)}` : text.slice(0, start),
    changed: changed.length > CHANGED ? `${changed.slice(0, CHANGED)}…` : changed,
    after: after.length > AROUND ? `${after.slice(0, AROUND)}…` : after,
    byte: new TextEncoder().encode(body.text.slice(0, inBody)).length,
  }
}

function textOf({ body, span }: Place): string {
  return span ? bare(body, span) : ''
}

/** The text of a span without its cache marker. */
function bare({ text }: Body, { start, end, marker }: NonNullable<Place['span']>): string {
  if (!marker) return text.slice(start, end)
  return text.slice(start, marker.start) + text.slice(marker.end, end)
}

/** Says of a list of tools what became of the one at `n`. */
function toolNote(left: readonly BodyBlock[], right: readonly BodyBlock[], n: number): string {
  const [before, now] = [left[n]?.name ?? null, right[n]?.name ?? null]
  if (before !== null && before === now) return `“${now}” changed`
  if (before !== null && !right.some((tool) => tool.name === before)) return `“${before}” removed`
  if (now !== null && !left.some((tool) => tool.name === now)) return `“${now}” added`
  return 'their order changed'
}

function commonStart(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let n = 0
  while (n < end && a.charCodeAt(n) === b.charCodeAt(n)) n++
  return n
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start
  let n = 0
  while (n < most && a.charCodeAt(a.length - 1 - n) === b.charCodeAt(b.length - 1 - n)) n++
  return n
}
