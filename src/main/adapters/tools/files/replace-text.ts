// The pure part of an edit: one passage of a text for another, with the text's own line ends.

export interface Replacement {
  oldString: string
  newString: string
  replaceAll: boolean
}

export type ReplaceOutcome =
  | { ok: true; text: string; count: number; firstLine: number }
  /** How often the passage occurs, and on which lines; none: where it would occur but for white space. */
  | { ok: false; lines: number[]; similarLine: number | null }

/**
 * Replaces a passage that must occur exactly once, unless all are asked for. Both strings come with plain newlines; in a
 * text with CRLF they mean CRLF.
 */
export function replaceText(text: string, replacement: Replacement): ReplaceOutcome {
  for (const { oldString, newString } of spellings(text, replacement)) {
    const found = occurrences(text, oldString)
    if (found.length === 0) continue
    if (found.length > 1 && !replacement.replaceAll) {
      return { ok: false, lines: found.map((at) => lineAt(text, at)), similarLine: null }
    }
    const firstLine = lineAt(text, found[0] ?? 0)
    return { ok: true, text: text.split(oldString).join(newString), count: found.length, firstLine }
  }
  return { ok: false, lines: [], similarLine: similarLine(text, replacement.oldString) }
}

/** The ways to take the strings: as they are, and with CRLF where the text has that. */
function spellings(text: string, { oldString, newString }: Replacement): { oldString: string; newString: string }[] {
  const asGiven = { oldString, newString }
  if (!text.includes('\r\n')) return [asGiven]
  const withCrlf = { oldString: toCrlf(oldString), newString: toCrlf(newString) }
  const mixed = /(^|[^\r])\n/.test(text)
  return mixed ? [asGiven, withCrlf] : [withCrlf]
}

function toCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}

function occurrences(text: string, part: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at)
  return found
}

function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/** Where the passage would be found if white space at the ends of its lines did not count; a hint for the model. */
function similarLine(text: string, part: string): number | null {
  const lines = text.split('\n').map((line) => line.trim())
  const wanted = part.split('\n').map((line) => line.trim())
  while (wanted.length > 0 && wanted[0] === '') wanted.shift()
  while (wanted.length > 0 && wanted.at(-1) === '') wanted.pop()
  if (wanted.length === 0) return null
  const at = lines.findIndex((_, start) => wanted.every((line, n) => lines[start + n] === line))
  return at < 0 ? null : at + 1
}
