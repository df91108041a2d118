// What counts as the address of a page: one reading for the tool, the rules and the card that asks.

/** Longer ones carry data away rather than name a page. */
const MOST_CHARS = 2_000

export type WebAddress = { ok: true; url: URL } | { ok: false; reason: string }

/**
 * Reads an address as it may be fetched: http or https, without user and password, its host written as what it is. A host outside
 * of ASCII comes back in punycode; the fragment is dropped, since no server hears it.
 *
 * @returns the address, or half a sentence for the model that says what is wrong with it
 */
export function readWebAddress(text: string): WebAddress {
  if (text.length > MOST_CHARS) return refused(`expected an address of at most ${MOST_CHARS} characters`)
  // What an address parser drops or turns silently would be fetched differently from how it reads.
  if (/[\s\\]|\p{Cc}/u.test(text))
    return refused('expected an address without blanks, backslashes and control characters')
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined || !URL.canParse(text)) {
    return refused('expected a whole address that begins with http:// or https://')
  }
  if (authority.includes('@')) return refused('an address with user or password is not fetched')
  const url = new URL(text)
  url.hash = ''
  const problem = hostProblem(authority, url)
  return problem === null ? { ok: true, url } : refused(problem)
}

/** The host of an address as a rule names it; null where the text is no address that is fetched. */
export function webHost(text: string): string | null {
  const address = readWebAddress(text)
  return address.ok ? address.url.hostname : null
}

/** Whether a text is a host as addresses have it: nothing around it, and spelled as it is. */
export function isHostName(text: string): boolean {
  const address = readWebAddress(`http://${text}/`)
  return address.ok && address.url.hostname === text && !text.includes('*')
}

function hostProblem(authority: string, { hostname }: URL): string | null {
  const written = authority.replace(/:\d*$/, '').toLowerCase()
  if (hostname.endsWith('.')) return 'expected a host without a dot at its end'
  if (written.includes('%')) return 'expected a host without percent signs'
  if (/^[\d.]+$/.test(hostname) && written !== hostname) return `“${written}” is another spelling of ${hostname}`
  return null
}

function refused(reason: string): WebAddress {
  return { ok: false, reason }
}
