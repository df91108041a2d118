// Owns the judgement which addresses may leave the app.

const ALLOWED = new Set(['http:', 'https:', 'mailto:'])
/** Longer ones cannot be shown whole before they are opened. */
const MOST_CHARACTERS = 2_000

/**
 * Judges a link someone clicked.
 *
 * @returns the address to show and open, normalised so that both are the same text (host names in ASCII), or null when it must not
 * be opened at all
 */
export function externalLink(url: string): string | null {
  if (url.length > MOST_CHARACTERS || !URL.canParse(url)) return null
  const parsed = new URL(url)
  if (!ALLOWED.has(parsed.protocol)) return null
  // A name before the host is there to look like the host.
  if (parsed.username !== '' || parsed.password !== '') return null
  return parsed.href
}
