// From bytes to text: by the mark they begin with, by what the server says, by what the page says of itself.

export interface DecodedText {
  text: string
  /** Half a sentence where what was said of the charset could not be followed; null otherwise. */
  note: string | null
}

/** How far a page may take to say its charset. */
const DECLARED_WITHIN = 1024

/**
 * Decodes a body; nothing in it makes this fail. Without a word about it text is UTF-8 where it can be, else windows-1252, which
 * is what browsers take it for.
 */
export function decodeText(bytes: Buffer, charset: string | null, html: boolean): DecodedText {
  const said = markOf(bytes) ?? charset ?? declared(bytes, html)
  if (said === null) return { text: guess(bytes), note: null }
  try {
    return { text: new TextDecoder(said).decode(bytes), note: null }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { text: guess(bytes), note: `its charset ${JSON.stringify(said.slice(0, 40))} is not known` }
  }
}

function markOf(bytes: Buffer): string | null {
  const begin = bytes.toString('hex', 0, 3)
  if (begin === 'efbbbf') return 'utf-8'
  if (begin.startsWith('fffe')) return 'utf-16le'
  return begin.startsWith('feff') ? 'utf-16be' : null
}

function declared(bytes: Buffer, html: boolean): string | null {
  const head = bytes.toString('latin1', 0, DECLARED_WITHIN)
  const found = html
    ? /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)
    : /^<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i.exec(head)
  // A page that could be read as far as this word is not in UTF-16, whatever it says.
  const name = found?.[1] ?? null
  return name !== null && /^utf-?16/i.test(name) ? 'utf-8' : name
}

function guess(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
