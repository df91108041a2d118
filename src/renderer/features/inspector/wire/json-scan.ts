// Finds where the parts of a JSON text begin and end, without making values of them: a body of a megabyte is looked at, not copied.

/** A stretch of a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

export interface Member extends Span {
  key: string
}

const QUOTE = 34
const BACKSLASH = 92

/**
 * Where the value that begins at `at` ends.
 *
 * @throws SyntaxError when the text ends before the value does
 */
export function valueEnd(text: string, at: number): number {
  const first = text[at]
  if (first === '"') return stringEnd(text, at)
  if (first !== '{' && first !== '[') return scalarEnd(text, at)
  let depth = 0
  for (let n = at; n < text.length; n++) {
    const sign = text.charCodeAt(n)
    if (sign === QUOTE) n = stringEnd(text, n) - 1
    else if (sign === 123 || sign === 91) depth++
    else if ((sign === 125 || sign === 93) && --depth === 0) return n + 1
  }
  throw new SyntaxError(`no end of the value at ${at}`)
}

/** The members of the object that begins at `at`, in their order; none for what is no object. */
export function members(text: string, at: number): Member[] {
  const found: Member[] = []
  if (text[at] !== '{') return found
  let n = skipSpace(text, at + 1)
  while (n < text.length && text[n] !== '}') {
    const keyEnd = stringEnd(text, n)
    const key: unknown = JSON.parse(text.slice(n, keyEnd))
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = valueEnd(text, start)
    found.push({ key: String(key), start, end })
    n = afterComma(text, end)
  }
  return found
}

/** The elements of the array that begins at `at`; none for what is no array. */
export function elements(text: string, at: number): Span[] {
  const found: Span[] = []
  if (text[at] !== '[') return found
  let n = skipSpace(text, at + 1)
  while (n < text.length && text[n] !== ']') {
    const end = valueEnd(text, n)
    found.push({ start: n, end })
    n = afterComma(text, end)
  }
  return found
}

/**
 * The path of the innermost value of `text` that holds the character at `offset`: `.input_schema.properties.labels`, or
 * empty for the value itself.
 */
export function pathAt(text: string, offset: number): string {
  let path = ''
  let at = 0
  for (;;) {
    const inside = ({ start, end }: Span) => offset >= start && offset < end
    const member = members(text, at).find(inside)
    if (member) {
      path += /^[A-Za-z_$][\w$]*$/.test(member.key) ? `.${member.key}` : `[${JSON.stringify(member.key)}]`
      at = member.start
      continue
    }
    const list = elements(text, at)
    const index = list.findIndex(inside)
    const element = list[index]
    if (!element) return path
    path += `[${index}]`
    at = element.start
  }
}

/** Whether the character at `at` is escaped: an odd number of backslashes stands before it. */
export function isEscaped(text: string, at: number): boolean {
  let n = at
  while (n > 0 && text.charCodeAt(n - 1) === BACKSLASH) n--
  return (at - n) % 2 === 1
}

function stringEnd(text: string, at: number): number {
  let n = at
  do {
    n = text.indexOf('"', n + 1)
    if (n < 0) throw new SyntaxError(`no end of the string at ${at}`)
  } while (isEscaped(text, n))
  return n + 1
}

function scalarEnd(text: string, at: number): number {
  let n = at
  while (n < text.length && !',]} \n\r\t'.includes(text[n] ?? ',')) n++
  return n
}

function skipSpace(text: string, at: number): number {
  let n = at
  while (' \n\r\t'.includes(text[n] ?? '.')) n++
  return n
}

function afterComma(text: string, end: number): number {
  const n = skipSpace(text, end)
  return text[n] === ',' ? skipSpace(text, n + 1) : n
}
