// The part of a long text that shows what was found in it.
import type { SearchHit } from '../../../shared/domain/search'
import { findRanges, type SearchTerm } from '../../../shared/search/search-query'

/** As much text stands before the first word found, and altogether, in characters. */
const BEFORE = 40
const LENGTH = 240
const MAX_MARKS = 20
/** A text is looked through only so far; what is found behind is shown by its beginning. */
const LOOKED_THROUGH = 200_000

/** Cuts the snippet out, in one line, and says where in it the words stand. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Pick<SearchHit, 'snippet' | 'marks'> {
  const searched = text.slice(0, LOOKED_THROUGH)
  const first = findRanges(searched, terms)[0]?.[0] ?? 0
  const from = first <= BEFORE || text.length <= LENGTH ? 0 : wordStart(text, first - BEFORE, first)
  const to = Math.min(text.length, from + LENGTH)
  const whole = text.slice(safeCut(text, from), safeCut(text, to))
  const snippet = `${from > 0 ? '…' : ''}${whole.replace(/\s+/g, ' ').trim()}${to < text.length ? '…' : ''}`
  return { snippet, marks: findRanges(snippet, terms, MAX_MARKS) }
}

/** The beginning of a word at or after `at`, so that none is cut in two; `at` itself where there is none before `until`. */
function wordStart(text: string, at: number, until: number): number {
  const space = text.slice(at, until).search(/\s\S/)
  return space < 0 ? at : at + space + 1
}

/** A position that parts no pair of surrogates. */
function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
