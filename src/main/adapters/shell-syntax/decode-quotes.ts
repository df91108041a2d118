// Quote removal, character by character, as bash does it.

/** Text without its quotes. `bare` has the same length: the unquoted characters, and NUL in place of quoted ones. */
export interface Decoded {
  text: string
  bare: string
}

const QUOTED = '\0'

export function quoted(text: string): Decoded {
  return { text, bare: QUOTED.repeat(text.length) }
}

/**
 * Unquoted text: a backslash takes the next character as it is.
 *
 * @returns null when it holds a character that would end or change an unquoted word
 */
export function decodeBare(source: string): Decoded | null {
  let text = ''
  let bare = ''
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i)
    if (char === '\\') {
      i++
      const next = source.charAt(i)
      if (next === '' || next === '\n') return null
      text += next
      bare += QUOTED
    } else {
      if (/[\s'"`$|&;<>()]/.test(char)) return null
      text += char
      bare += char
    }
  }
  return { text, bare }
}

/**
 * What stands between double quotes, or a part of it.
 *
 * @returns null when it holds an expansion or an end of the string
 */
export function decodeDouble(source: string): Decoded | null {
  let text = ''
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i)
    if (char === '"' || char === '`' || char === '$') return null
    if (char !== '\\') {
      text += char
      continue
    }
    i++
    const next = source.charAt(i)
    if (next === '') return null
    if (next === '\n') continue
    text += '$`"\\'.includes(next) ? next : `\\${next}`
  }
  return quoted(text)
}

/**
 * A whole `$'…'`.
 *
 * @returns its value; `dynamic` when it holds escapes; null when it does not end where it seems to
 */
export function decodeAnsi(source: string): Decoded | 'dynamic' | null {
  const body = source.slice(2, -1)
  if (!source.startsWith("$'") || !/^(?:[^'\\]|\\[\s\S])*$/.test(body) || !source.endsWith("'")) return null
  return body.includes('\\') ? 'dynamic' : quoted(body)
}
