// The rows a body is shown in: parts that fold, their blocks, and the text of those that are open. Pure.
import type { Request } from '../../../../shared/domain/ledger'
import type { BodyBlock, BodyPart } from './body-outline'
import type { Body } from './compare-bodies'
import type { Span } from './json-scan'
import { blockCounts, type Origin, originOf } from './prefix-parts'
import { pieces } from './text-pieces'

export type BodyRow =
  | { kind: 'part'; key: string; part: BodyPart; open: boolean; origin: Origin }
  | { kind: 'block'; key: string; block: BodyBlock; open: boolean; origin: Origin }
  | { kind: 'piece'; key: string; span: Span; marker: Span | null; origin: Origin }
  /** Stands where a shared stretch ends. */
  | { kind: 'end'; key: string; of: 'inherited' | 'before'; blocks: number }

/** By path: whether a part or a block was opened (true) or folded (false) by the person. */
export type Opened = Readonly<Record<string, boolean>>

/** The rows of a body. Text is cut only where it is open, so a folded megabyte costs nothing. */
export function bodyRows(body: Body, request: Request, opened: Opened): BodyRow[] {
  const rows: BodyRow[] = []
  const { inherited, before, fresh } = blockCounts(request)
  const ends = new Map<number, BodyRow>()
  if (before > 0 && fresh > 0)
    ends.set(inherited + before, { kind: 'end', key: 'end before', of: 'before', blocks: inherited + before })
  if (inherited > 0 && before + fresh > 0)
    ends.set(inherited, { kind: 'end', key: 'end inherited', of: 'inherited', blocks: inherited })
  for (const part of body.parts) addPart(rows, body, request, part, opened, ends)
  return rows
}

/** What can be opened, for opening or folding everything at once. */
export function foldablePaths(body: Body): string[] {
  return body.parts.flatMap((part) => [part.path, ...part.blocks.map((block) => block.path)])
}

/** Messages that are new in this request are open to their blocks; everything else is folded. */
export function isOpen(path: string, opened: Opened, origin: Origin, kind: 'part' | 'block'): boolean {
  return opened[path] ?? (kind === 'part' && origin === 'new')
}

function addPart(
  rows: BodyRow[],
  body: Body,
  request: Request,
  part: BodyPart,
  opened: Opened,
  ends: ReadonlyMap<number, BodyRow>,
) {
  // A message is as new as its last block.
  const last = part.firstBlock + Math.max(0, part.blocks.length - 1)
  const origin = part.kind === 'message' ? originOf(request, last) : 'frame'
  const open = isOpen(part.path, opened, origin, 'part')
  const atStart = part.kind === 'message' ? ends.get(part.firstBlock) : undefined
  if (atStart) rows.push(atStart)
  rows.push({ kind: 'part', key: part.path, part, open, origin })
  if (!open) return
  if (part.blocks.length === 0) return addPieces(rows, body, part, part.path, null, origin)
  part.blocks.forEach((block, n) => {
    const index = part.firstBlock + n
    const end = part.kind === 'message' && n > 0 ? ends.get(index) : undefined
    if (end) rows.push(end)
    addBlock(rows, body, block, part.kind === 'message' ? originOf(request, index) : 'frame', opened)
  })
}

function addBlock(rows: BodyRow[], body: Body, block: BodyBlock, origin: Origin, opened: Opened) {
  const open = isOpen(block.path, opened, origin, 'block')
  rows.push({ kind: 'block', key: block.path, block, open, origin })
  if (open) addPieces(rows, body, block, block.path, block.marker, origin)
}

function addPieces(rows: BodyRow[], body: Body, span: Span, path: string, marker: Span | null, origin: Origin) {
  for (const piece of pieces(body.text, span)) {
    rows.push({ kind: 'piece', key: `${path} ${piece.start}`, span: piece, marker, origin })
  }
}

/** So much of a block is looked at for its line, in characters. */
const PREVIEW = 300

/** The beginning of a block as one line: what it says, without the JSON around it. */
export function previewOf(text: string, { says, start, end }: BodyBlock): string {
  const span = says ?? { start, end }
  const head = text.slice(span.start, Math.min(span.end, span.start + PREVIEW))
  return head
    .replace(/^\[\{"type":"text","text":/, '')
    .replace(/^"/, '')
    .replace(span.end <= span.start + PREVIEW ? /"(?:\}\])?$/ : '', '')
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(["\\/])/g, '$1')
}
