// What an edit or a write changes, as lines: read from the call's input, so it is there before the call has run. Pure.
import { structuredPatch } from 'diff'

export interface EditLine {
  sign: '+' | '-' | ' '
  text: string
}

export interface EditPreview {
  /** Stretches of changed lines with a little of what stands around them. */
  hunks: readonly (readonly EditLine[])[]
  added: number
  removed: number
}

const CONTEXT_LINES = 2
/** Texts longer than this are counted as replaced whole; comparing them would hold up the window. */
const MAX_COMPARED_CHARS = 100_000

/** The change a `write`, an `edit` or a `MultiEdit` asks for; nothing for any other tool. */
export function editHunks(tool: string, input: unknown): EditPreview {
  const fields: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {}
  switch (tool.toLowerCase()) {
    case 'write':
      return compare('', text(fields.content))
    case 'edit':
      return compare(text(fields.old_string ?? fields.old_str), text(fields.new_string ?? fields.new_str))
    case 'multiedit':
      return (Array.isArray(fields.edits) ? fields.edits : [])
        .map((edit) => editHunks('edit', edit))
        .reduce(together, NOTHING)
    default:
      return NOTHING
  }
}

const NOTHING: EditPreview = { hunks: [], added: 0, removed: 0 }

function together(a: EditPreview, b: EditPreview): EditPreview {
  return { hunks: [...a.hunks, ...b.hunks], added: a.added + b.added, removed: a.removed + b.removed }
}

function compare(before: string, after: string): EditPreview {
  const hunks = before.length + after.length > MAX_COMPARED_CHARS ? [replaced(before, after)] : patch(before, after)
  const count = (sign: string) => hunks.flat().filter((line) => line.sign === sign).length
  return { hunks, added: count('+'), removed: count('-') }
}

function patch(before: string, after: string): EditLine[][] {
  const { hunks } = structuredPatch('', '', endLine(before), endLine(after), '', '', { context: CONTEXT_LINES })
  return hunks.map((hunk) =>
    hunk.lines.flatMap((line) => {
      const sign = line.charAt(0)
      return sign === '+' || sign === '-' || sign === ' ' ? [{ sign, text: line.slice(1) }] : []
    }),
  )
}

function replaced(before: string, after: string): EditLine[] {
  return [
    ...lines(before).map((line): EditLine => ({ sign: '-', text: line })),
    ...lines(after).map((line): EditLine => ({ sign: '+', text: line })),
  ]
}

/** The strings of an edit seldom end with a line; that they do not says nothing about the file. */
function endLine(value: string): string {
  return value === '' || value.endsWith('\n') ? value : `${value}\n`
}

/** How many lines a text has; a line end at its end begins no further line. */
export function countLines(value: string): number {
  return value === '' ? 0 : lines(value).length
}

function lines(value: string): string[] {
  if (value === '') return []
  return (value.endsWith('\n') ? value.slice(0, -1) : value).split('\n')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
