// How much what is brought back adds to the parent, before it is sent. Pure.
import { formatCount, plural } from '../../ui/format-count'

/** About four characters make a token; no provider has counted this text yet. */
const CHARS_PER_TOKEN = 4

/** The tokens of texts nobody has counted: an estimate, to be called one. */
export function aboutTokens(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARS_PER_TOKEN)
}

/** What the parent gets: `One item for Main, about 620 tokens; its cache stays`. */
export function additionWords(parent: string, tokens: number, turns: number): string {
  const quoted = turns === 0 ? '' : ` with ${plural(turns, 'turn')}`
  return `One item for ${parent}${quoted}, about ${formatCount(tokens)} tokens; its cache stays`
}
