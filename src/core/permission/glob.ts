// Matches text against `*`, `?` and `[…]` in time bounded by pattern × text: patterns come from files nobody vouched for.

export type GlobToken =
  | { kind: 'char'; char: string }
  | { kind: 'one' }
  | { kind: 'many' }
  | { kind: 'class'; negated: boolean; ranges: [from: string, to: string][] }

/**
 * Compiles a pattern; a backslash takes the next character as it is.
 *
 * @returns tokens for `globMatches`; a `[` without its `]` stands for itself
 */
export function compileGlob(pattern: string): GlobToken[] {
  const tokens: GlobToken[] = []
  const chars = [...pattern]
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? ''
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'many') tokens.push({ kind: 'many' })
    } else if (char === '?') {
      tokens.push({ kind: 'one' })
    } else if (char === '[') {
      const read = readClass(chars, i)
      tokens.push(read?.token ?? { kind: 'char', char })
      i = read?.end ?? i
    } else if (char === '\\' && i + 1 < chars.length) {
      i++
      tokens.push({ kind: 'char', char: chars[i] ?? '' })
    } else {
      tokens.push({ kind: 'char', char })
    }
  }
  return tokens
}

function readClass(chars: string[], start: number): { token: GlobToken; end: number } | null {
  let i = start + 1
  const negated = chars[i] === '!' || chars[i] === '^'
  if (negated) i++
  const ranges: [string, string][] = []
  for (let first = true; i < chars.length; first = false) {
    const char = chars[i] ?? ''
    if (char === ']' && !first) return { token: { kind: 'class', negated, ranges }, end: i }
    const to = chars[i + 2]
    if (chars[i + 1] === '-' && to !== undefined && to !== ']') {
      ranges.push([char, to])
      i += 3
    } else {
      ranges.push([char, char])
      i++
    }
  }
  return null
}

function tokenMatches(token: GlobToken, char: string): boolean {
  switch (token.kind) {
    case 'char':
      return token.char === char
    case 'class':
      return token.ranges.some(([from, to]) => from <= char && char <= to) !== token.negated
    default:
      return true
  }
}

/** Whether the whole of `text` matches. */
export function globMatches(tokens: readonly GlobToken[], text: string): boolean {
  const chars = [...text]
  let at = 0
  let star = -1
  let starAt = 0
  let token = 0
  while (at < chars.length) {
    const current = tokens[token]
    if (current?.kind === 'many') {
      star = token++
      starAt = at
    } else if (current && tokenMatches(current, chars[at] ?? '')) {
      token++
      at++
    } else if (star >= 0) {
      // Only the last star needs to give back: an earlier one that gives back finds nothing this one cannot.
      token = star + 1
      at = ++starAt
    } else {
      return false
    }
  }
  while (tokens[token]?.kind === 'many') token++
  return token === tokens.length
}

/** Whether the pattern is plain text. */
export function isPlain(tokens: readonly GlobToken[]): boolean {
  return tokens.every((token) => token.kind === 'char')
}

/** Text as a pattern that matches just it. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]()]/g, '\\$&')
}
