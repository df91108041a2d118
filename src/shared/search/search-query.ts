// What a person typed into a search, as words: nothing in it is syntax but double quotes, and even those need no partner. Pure.
import { type FoundWord, findHumps, findWords } from './words'

/** Words that have to follow each other. All terms of a query have to be found. */
export interface SearchTerm {
  words: readonly string[]
  /** Whether the last word may go on. */
  prefix: boolean
}

/** A stretch of a text, in UTF-16 positions; `to` is exclusive. */
export type TextRange = [from: number, to: number]

/** As many words of a query count; a whole page may be pasted. */
export const MAX_SEARCH_WORDS = 64
/** From this many characters on a word also finds the words that begin with it. */
const MIN_PREFIX = 2
const CHUNK = /"([^"]*)"?|[^\s"]+/g
const ASCII_WORD = /^[a-z0-9]+$/

/**
 * Reads a query: what stands between spaces is a term (`src/parser.ts` its three words in a row), as is what stands in double
 * quotes. Outside of quotes the last word of a term also finds words that begin with it. Without words there are no terms.
 */
export function readQuery(text: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  let left = MAX_SEARCH_WORDS
  for (const chunk of text.matchAll(CHUNK)) {
    const words = findWords(chunk[1] ?? chunk[0])
      .slice(0, left)
      .map(({ word }) => word)
    const last = words.at(-1)
    if (last === undefined) continue
    terms.push({ words, prefix: chunk[1] === undefined && last.length >= MIN_PREFIX })
    left -= words.length
    if (left === 0) break
  }
  return terms
}

/** Every place of a text that answers one of the terms, in order, none over another; at most `limit`. */
export function findRanges(text: string, terms: readonly SearchTerm[], limit = Number.POSITIVE_INFINITY): TextRange[] {
  if (terms.length === 0) return []
  const found: TextRange[] = []
  const rows = [findWords(text), ...findHumps(text)]
  for (const row of rows) for (const term of terms) addMatches(found, row, term)
  return withoutOverlap(found).slice(0, limit)
}

function addMatches(found: TextRange[], row: readonly FoundWord[], { words, prefix }: SearchTerm) {
  const last = words.length - 1
  for (let at = 0; at + last < row.length; at++) {
    const fits = words.every((word, n) => {
      const here = row[at + n]?.word ?? ''
      return here === word || (prefix && n === last && here.startsWith(word))
    })
    const first = row[at]
    const end = row[at + last]
    if (fits && first && end) found.push([first.from, markedEnd(words[last] ?? '', end)])
  }
}

/** Of a word that goes on, only what was typed is marked, where that can be told: folding changes no lengths within ASCII. */
function markedEnd(word: string, { word: whole, from, to }: FoundWord): number {
  return to - from === whole.length && ASCII_WORD.test(whole) ? from + word.length : to
}

function withoutOverlap(ranges: TextRange[]): TextRange[] {
  const kept: TextRange[] = []
  for (const range of ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const before = kept.at(-1)
    if (before && range[0] < before[1]) before[1] = Math.max(before[1], range[1])
    else kept.push([...range])
  }
  return kept
}
