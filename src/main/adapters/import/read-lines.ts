// A text file line by line, however large it is: one line is in memory, and none that is too long for that.
import { createReadStream } from 'node:fs'

export interface Line {
  /** 1-based. */
  n: number
  /** null: longer than is read. */
  text: string | null
}

/** A line may hold a few pictures. */
const LONGEST_LINE = 64 * 1024 * 1024
const [NEWLINE, RETURN] = [10, 13]

/** The lines of a file, without their ends. What is no UTF-8 becomes U+FFFD; empty lines are left out. */
export function readLines(path: string): AsyncGenerator<Line> {
  return linesOf(createReadStream(path, { highWaterMark: 1024 * 1024 }))
}

/** The same of bytes that come from anywhere. */
export async function* linesOf(source: AsyncIterable<unknown>, longest = LONGEST_LINE): AsyncGenerator<Line> {
  let n = 0
  let pieces: Buffer[] = []
  let size = 0
  const take = (): Line | null => {
    n++
    const tooLong = size > longest
    const bytes = tooLong ? Buffer.alloc(0) : Buffer.concat(pieces)
    pieces = []
    size = 0
    if (tooLong) return { n, text: null }
    const end = bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length
    const text = bytes.toString('utf8', 0, end)
    const line = n === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text
    return line.trim() === '' ? null : { n, text: line }
  }
  for await (const chunk of source) {
    const bytes = chunk as Buffer
    let start = 0
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, start)) {
      add(bytes.subarray(start, at))
      start = at + 1
      const line = take()
      if (line) yield line
    }
    add(bytes.subarray(start))
  }
  const last = size > 0 ? take() : null
  if (last) yield last

  function add(piece: Buffer): void {
    size += piece.length
    if (size <= longest) pieces.push(piece)
    else pieces = []
  }
}
