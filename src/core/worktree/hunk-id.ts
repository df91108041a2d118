// Hunks of one file's difference: how they are cut out of a patch, and the id by which a person's choice names them.
import type { Hash } from '../wire/wire-snapshot'

/** A stretch of lines, 1-based as git counts; `lines` 0 means: behind line `start`. */
export interface LineRange {
  start: number
  lines: number
}

export interface Hunk {
  /** The whole `@@ … @@` line. */
  header: string
  /** The lines below it, each with its ` `, `+`, `-` or `\` in front. */
  lines: string[]
  before: LineRange
  after: LineRange
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/**
 * Cuts the hunks out of a unified difference of one file. What stands before the first one (names, modes) is left out; the
 * counts in each header say where it ends, so that no content can pass for a header.
 */
export function splitHunks(patch: string): Hunk[] {
  const lines = patch.split('\n')
  const hunks: Hunk[] = []
  for (let n = 0; n < lines.length; n++) {
    const header = lines[n] ?? ''
    const match = HEADER.exec(header)
    if (match === null) continue
    const before = range(match[1], match[2])
    const after = range(match[3], match[4])
    const body = bodyOf(lines, n + 1, before.lines, after.lines)
    hunks.push({ header, lines: body, before, after })
    n += body.length
  }
  return hunks
}

/**
 * The id of a hunk: it stands for exactly this change at this place of the file as it was. Changes elsewhere in the file leave
 * it alone; the same change at another place has another id.
 */
export function hunkId(path: string, { lines, before }: Pick<Hunk, 'lines' | 'before'>, hash: Hash): string {
  return hash([path, `${before.start},${before.lines}`, ...lines].join('\0')).slice(0, 32)
}

function range(start = '0', lines = '1'): LineRange {
  return { start: Number(start), lines: Number(lines) }
}

function bodyOf(lines: readonly string[], from: number, before: number, after: number): string[] {
  const body: string[] = []
  let [old, now] = [before, after]
  for (let n = from; n < lines.length; n++) {
    const line = lines[n] ?? ''
    // The remark that a line has no end belongs to the line before it, also behind the last one.
    if (line.startsWith('\\')) body.push(line)
    else if (old === 0 && now === 0) break
    else {
      // Git may be told to leave out the blank in front of an empty line.
      if (!line.startsWith('+')) old -= 1
      if (!line.startsWith('-')) now -= 1
      body.push(line)
    }
  }
  return body
}
