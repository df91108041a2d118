// A request as lines a person can read and compare: breaks stand between its parts only, so that joining gives its bytes.

/** Breaks a body after each field, tool, system block, message and content block; nothing else is changed. */
export function breakLines(body: string): string {
  let out = ''
  const open: string[] = []
  for (let n = 0; n < body.length; n++) {
    const char = body[n] ?? ''
    if (char === '"') {
      const end = endOfString(body, n)
      out += body.slice(n, end)
      n = end - 1
      continue
    }
    if (char === '{' || char === '[') open.push(char)
    if (char === '}' || char === ']') open.pop()
    out += char
    const isRow = open.at(-1) === '[' && (open.length === 2 || open.length === 4)
    const opensRow = char === '[' && isRow && body[n + 1] === '{'
    const endsPart = char === ',' && (isRow || open.length === 1)
    if (opensRow || endsPart) out += `\n${'  '.repeat(Math.floor(open.length / 2))}`
  }
  return `${out}\n`
}

/** The bytes again. Strings of JSON hold no raw line break, so every break is one of ours. */
export function joinLines(text: string): string {
  return text.replace(/\n */g, '')
}

function endOfString(body: string, start: number): number {
  for (let n = start + 1; n < body.length; n++) {
    if (body[n] === '\\') n++
    else if (body[n] === '"') return n + 1
  }
  return body.length
}

/** Where two requests differ first, in the words of a failing test; null where they are the same. */
export function firstDifferenceOf(expected: string, actual: string): string | null {
  if (expected === actual) return null
  const left = breakLines(expected).split('\n')
  const right = breakLines(actual).split('\n')
  const line = left.findIndex((text, n) => text !== right[n])
  const [a = '', b = ''] = [left[line], right[line]]
  let column = 0
  while (column < a.length && a[column] === b[column]) column++
  const from = Math.max(0, column - 40)
  const excerpt = (text: string) => `${from > 0 ? '…' : ''}${text.slice(from, column + 60)}`
  return `line ${line + 1}, character ${column + 1}\n  expected: ${excerpt(a)}\n  is:       ${excerpt(b)}`
}
