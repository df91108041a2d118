// Cuts a long stretch of a body into pieces that can be drawn one by one. Nothing is added or left out: joined, they are the text. Pure.
import { isEscaped, type Span } from './json-scan'

/** The longest piece, in characters: a few dozen lines. */
export const PIECE_CHARS = 1600

/** The pieces of `text` from `start` to `end`; each ends behind an escaped line break where there is one, and never inside a sign. */
export function pieces(text: string, { start, end }: Span): Span[] {
  const found: Span[] = []
  let at = start
  while (at < end) {
    const cut = Math.min(end, cutAt(text, at, end))
    found.push({ start: at, end: cut })
    at = cut
  }
  return found
}

/** The lines of a piece: cut behind each escaped line break (`\n` as it is written in JSON), which stays. */
export function lines(text: string): string[] {
  const found: string[] = []
  let from = 0
  for (let at = text.indexOf('\\n'); at >= 0; at = text.indexOf('\\n', at + 2)) {
    if (isEscaped(text, at)) continue
    found.push(text.slice(from, at + 2))
    from = at + 2
  }
  if (from < text.length) found.push(text.slice(from))
  return found
}

/** Looks no further back than the piece: a text of a megabyte without a line break is cut in a moment, too. */
function cutAt(text: string, at: number, end: number): number {
  const limit = at + PIECE_CHARS
  if (limit >= end) return end
  const piece = text.slice(at, limit)
  for (let n = piece.lastIndexOf('\\n'); n > 0; n = piece.lastIndexOf('\\n', n - 1)) {
    if (!isEscaped(text, at + n)) return at + n + 2
  }
  return wholeSign(text, limit)
}

/** Moves a cut out of an escape (`\u00e9`) or a pair of surrogates. */
function wholeSign(text: string, cut: number): number {
  const from = cut - 6
  const nearest = text.slice(from, cut).lastIndexOf('\\')
  if (nearest >= 0) {
    const slash = isEscaped(text, from + nearest) ? from + nearest - 1 : from + nearest
    const length = text[slash + 1] === 'u' ? 6 : 2
    if (slash + length > cut) return slash + length
  }
  const low = text.charCodeAt(cut)
  return low >= 0xdc00 && low <= 0xdfff ? cut + 1 : cut
}
