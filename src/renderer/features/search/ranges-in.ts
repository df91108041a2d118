// Finds words in what is on the screen: text that a sentence or a line of code cuts into several nodes is read as one.
import { findRanges, type SearchTerm } from '../../../shared/search/search-query'

/** Within one of these, text goes on from node to node; between two of them a word ends. */
const BLOCKS = 'p, pre, li, dd, dt, td, th, blockquote, h1, h2, h3, h4, h5, h6'
const APART = 'button, [aria-hidden="true"]'
const MOST = 500

interface Piece {
  node: Text
  /** Where it begins in the text read as one. */
  from: number
}

/** The ranges of the words in an element, in order. */
export function rangesIn(root: Element, terms: readonly SearchTerm[]): Range[] {
  const { text, pieces } = readText(root)
  return findRanges(text, terms, MOST).flatMap(([from, to]) => rangeOf(pieces, from, to) ?? [])
}

function readText(root: Element): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = []
  let text = ''
  let block: Element | null = null
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    const parent = node.parentElement
    const here: Element | null = parent?.closest(APART) ? null : (parent?.closest(BLOCKS) ?? null)
    if (here === null || here !== block) text += '\n'
    block = here
    pieces.push({ node, from: text.length })
    text += node.data
  }
  return { text, pieces }
}

function rangeOf(pieces: readonly Piece[], from: number, to: number): Range | null {
  const start = pieces.findLast((piece) => piece.from <= from)
  const end = pieces.findLast((piece) => piece.from < to)
  if (!start || !end) return null
  const range = document.createRange()
  range.setStart(start.node, Math.min(from - start.from, start.node.length))
  range.setEnd(end.node, Math.min(to - end.from, end.node.length))
  return range
}
