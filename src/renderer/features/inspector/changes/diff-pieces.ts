// One file's hunks as rows of a virtual list: each hunk has a bar, and its lines come in pieces that are drawn one by one. Pure.

export interface FileHunk {
  /** Stands for exactly this content. */
  id: string
  /** As git wrote it: `@@ -412,7 +38,7 @@ class ExprParser`. */
  header: string
  /** With their ` `, `+`, `-` or `\` in front. */
  lines: readonly string[]
}

export type DiffRow =
  | { kind: 'hunk'; key: string; id: string; title: string; added: number; removed: number }
  /** `text`: a difference by itself, with the numbers its lines have in the file. */
  | { kind: 'piece'; key: string; text: string; lines: number }

/** Few enough to be drawn within a frame or two. */
const PIECE_LINES = 150

/** The rows of a file's hunks. A difference with no hunks has none. */
export function diffRows(path: string, hunks: readonly FileHunk[]): DiffRow[] {
  return hunks.flatMap((hunk) => {
    const added = countOf(hunk.lines, '+')
    const removed = countOf(hunk.lines, '-')
    const bar = { kind: 'hunk' as const, key: hunk.id, id: hunk.id, title: titleOf(hunk.header), added, removed }
    return [bar, ...piecesOf(path, hunk)]
  })
}

interface Numbers {
  before: number
  after: number
}

function piecesOf(path: string, { id, header, lines }: FileHunk): DiffRow[] {
  const { before, after } = startOf(header)
  const at: Numbers = { before, after }
  const pieces: DiffRow[] = []
  for (let from = 0; from < lines.length; ) {
    const to = endOf(lines, from)
    const part = lines.slice(from, to)
    const old = part.filter((line) => line[0] === ' ' || line[0] === '-' || line === '').length
    const now = part.filter((line) => line[0] === ' ' || line[0] === '+' || line === '').length
    const place = `@@ -${at.before},${old} +${at.after},${now} @@`
    pieces.push({ kind: 'piece', key: `${id} ${from}`, text: textOf(path, place, part), lines: part.length })
    at.before += old
    at.after += now
    from = to
  }
  return pieces
}

/** Where a piece ends: not between a removed line and what took its place, as long as that is near. */
function endOf(lines: readonly string[], from: number): number {
  const full = from + PIECE_LINES
  if (full >= lines.length) return lines.length
  for (let end = full; end > full - PIECE_LINES / 2; end -= 1) if (lines[end]?.[0] === ' ') return end
  // A line that says “no newline” belongs to the one before.
  return lines[full]?.[0] === '\\' ? full + 1 : full
}

function textOf(path: string, place: string, lines: readonly string[]): string {
  // The path is only for the reader of the text, which takes none with a newline in it.
  const name = path.replace(/[\r\n"]/g, '_')
  return `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${place}\n${lines.join('\n')}\n`
}

function startOf(header: string): Numbers {
  const [, before = '1', after = '1'] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header) ?? []
  return { before: Number(before), after: Number(after) }
}

/** `lines 38–44 · class ExprParser`. */
function titleOf(header: string): string {
  const [, start = '0', count = '1', section = ''] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(header) ?? []
  const first = Number(start)
  const last = first + Number(count) - 1
  const lines = last > first ? `lines ${first}–${last}` : `line ${first}`
  return [lines, section.trim()].filter((part) => part !== '').join(' · ')
}

function countOf(lines: readonly string[], sign: string): number {
  return lines.reduce((sum, line) => sum + (line[0] === sign ? 1 : 0), 0)
}

/**
 * The part of a file's difference with only these of its hunks, as `git apply` takes it.
 *
 * @param diff the whole difference of the file, as git wrote it
 */
export function patchOf(diff: string, hunks: readonly FileHunk[], ids: readonly string[]): string {
  if (ids.length === hunks.length) return diff
  const firstHunk = diff.search(/^@@ /m)
  const head = firstHunk < 0 ? diff : diff.slice(0, firstHunk)
  const chosen = hunks.filter(({ id }) => ids.includes(id))
  return head + chosen.map(({ header, lines }) => `${header}\n${lines.join('\n')}\n`).join('')
}
