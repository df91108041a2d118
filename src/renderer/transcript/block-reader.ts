// Reads markdown that grows: what was settled before is neither read nor made again. Pure, with a memory of its own.
import { parseMarkdown, type SourcedBlock } from './markdown-tree'

/** The last block may still become another (a paragraph a heading, a row of dashes a table), and takes the one before it along. */
const UNSETTLED = 2

export type BlockReader = (text: string) => readonly SourcedBlock[]

/**
 * Makes a reader for one text that only grows. It answers the blocks of the text so far; those that are settled are the same
 * objects every time. Another text is read anew. Links that are defined below their use are found once the text is read as a whole.
 */
export function createBlockReader(): BlockReader {
  let known = ''
  let settled: readonly SourcedBlock[] = []
  let settledTo = 0
  let last: readonly SourcedBlock[] = []
  return (text) => {
    if (text === known) return last
    if (!text.startsWith(known)) {
      settled = []
      settledTo = 0
    }
    known = text
    const open = parseMarkdown(text.slice(settledTo))
    last = [...settled, ...open]
    const done = open.slice(0, Math.max(0, open.length - UNSETTLED))
    const end = endOf(text, settledTo, done)
    if (end !== null) {
      settled = [...settled, ...done]
      settledTo = end
    }
    return last
  }
}

/** Where the blocks end that begin at `from`; null when that cannot be told, as what is between them is no block. */
function endOf(text: string, from: number, blocks: readonly SourcedBlock[]): number | null {
  let at = from
  for (const { raw } of blocks) {
    const found = text.indexOf(raw, at)
    // Only blank lines lie between blocks.
    if (found < 0 || text.slice(at, found).trim() !== '') return null
    at = found + raw.length
  }
  return at
}
