// The pattern of a rule for commands, word by word: quoted like a shell's words, `*` for anything, `:*` for any rest.
import { compileGlob, type GlobToken, globMatches, isPlain } from './glob'
import type { SimpleCommand, Word } from './shell-analysis'

export type RuleWord =
  | { kind: 'exact'; text: string }
  | {
      kind: 'glob'
      tokens: GlobToken[] /** A star at the very end reaches over the words that follow. */
      open: boolean
    }
  /** Any number of words. */
  | { kind: 'rest' }

/**
 * Reads `npm run test:*`, `git status`, `git * main`, `echo 'a b'`.
 *
 * @returns the words, or a sentence why they are none
 */
export function parseRuleWords(body: string): RuleWord[] | string {
  const prefix = /(?:^|[^\\]):\*$/.test(body)
  const tokens = splitWords(prefix ? body.slice(0, -2) : body)
  if (tokens === null) return 'The rule lacks a closing quote.'
  const words = tokens.map(readRuleWord)
  const last = words.at(-1)
  if (last?.kind === 'glob' && last.tokens.at(-1)?.kind === 'many') last.open = true
  if (prefix) words.push({ kind: 'rest' })
  return words.length === 0 ? 'The rule has nothing between its brackets.' : words
}

function readRuleWord(pattern: string): RuleWord {
  if (pattern === '*') return { kind: 'rest' }
  const tokens = compileGlob(pattern)
  if (!isPlain(tokens)) return { kind: 'glob', tokens, open: false }
  return { kind: 'exact', text: tokens.map((token) => (token.kind === 'char' ? token.char : '')).join('') }
}

/** Splits at blanks; quotes are removed and what they held is escaped, so that a quoted `*` is only a star. */
function splitWords(text: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else if (char === "'" || char === '"') {
      const quoted = readQuoted(text, i)
      if (quoted === null) return null
      word = (word ?? '') + quoted.value.replace(/[\\*?[\]]/g, '\\$&')
      i = quoted.end
    } else if (char === '\\' && i + 1 < text.length) {
      i++
      word = `${word ?? ''}\\${text.charAt(i)}`
    } else {
      // Only the star is a pattern here: `?` and `[` are common in commands and mean themselves.
      word = (word ?? '') + (char === '?' || char === '[' ? `\\${char}` : char)
    }
  }
  if (word !== null) words.push(word)
  return words
}

function readQuoted(text: string, start: number): { value: string; end: number } | null {
  const quote = text.charAt(start)
  let value = ''
  for (let i = start + 1; i < text.length; i++) {
    const char = text.charAt(i)
    if (char === quote) return { value, end: i }
    if (quote === '"' && char === '\\' && '"\\$`'.includes(text.charAt(i + 1))) i++
    value += text.charAt(i)
  }
  return null
}

/**
 * Whether the words of a command match.
 *
 * @param sameProgram compares the first word where it is a plain name; without it all words are compared alike
 */
export function wordsMatch(
  pattern: readonly RuleWord[],
  words: readonly Word[],
  sameProgram?: (expected: string, word: Word) => boolean,
): boolean {
  let reachable = [0]
  for (const expected of pattern) {
    const next: number[] = []
    if (expected.kind === 'rest') {
      // Whatever a later start reaches, the earliest reaches too.
      const from = reachable[0] ?? words.length + 1
      for (let i = from; i <= words.length; i++) next.push(i)
    }
    for (const at of expected.kind === 'rest' ? [] : reachable) {
      const word = words[at]
      if (word === undefined) continue
      if (expected.kind === 'glob' && expected.open && opens(expected.tokens, word)) return true
      const alike = at === 0 && sameProgram && expected.kind === 'exact'
      if (alike ? sameProgram(expected.text, word) : wordMatches(expected, word)) next.push(at + 1)
    }
    reachable = next
    if (reachable.length === 0) return false
  }
  return reachable.includes(words.length)
}

function opens(tokens: readonly GlobToken[], word: Word): boolean {
  return word.kind === 'literal' && globMatches(tokens, word.text)
}

function wordMatches(expected: RuleWord, word: Word): boolean {
  if (expected.kind === 'rest') return true
  // A word that is only known at run time, and file names a pattern becomes, match nothing but "anything".
  if (word.kind !== 'literal') return false
  return expected.kind === 'exact' ? expected.text === word.text : globMatches(expected.tokens, word.text)
}

const PLAIN_WORD = /^[A-Za-z0-9_@%+=:,./-]+$/

/** A literal word as it is written in a rule. */
export function quoteWord(text: string): string {
  return PLAIN_WORD.test(text) && !text.endsWith(':') ? text : `'${text.replaceAll("'", `'"'"'`)}'`
}

/** A command as one could type it again: what is known quoted where it must be, what is not as it was written. */
export function writeCommand({ argv, assignments }: SimpleCommand): string {
  const set = assignments.map(({ name, value }) => `${name}=${writeWord(value)}`)
  return [...set, ...argv.map(writeWord)].join(' ')
}

function writeWord(word: Word): string {
  if (word.kind !== 'literal') return word.text
  return word.home ? word.text : quoteWord(word.text)
}
