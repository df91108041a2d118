import { stripVTControlCharacters } from 'node:util'

/** As much of the end as a person is shown first. */
const SHOWN_CHARS = 8_000

/** What sets colours and weight: `ESC [ … m`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is a control character that begins them
const COLOUR = /(\u001b\[[\d;:]*m)/

/**
 * The last lines of what a program printed, with its colours but without whatever else it told a terminal.
 *
 * @returns null where no colour is left in them
 */
export function coloursOf(printed: string): string | null {
  const from = printed.length > SHOWN_CHARS ? printed.indexOf('\n', printed.length - SHOWN_CHARS) + 1 : 0
  const pieces = printed.slice(from).split(COLOUR)
  if (pieces.length === 1) return null
  return pieces.map((piece, n) => (n % 2 === 1 ? piece : stripVTControlCharacters(piece))).join('')
}
