// Reads the words of a command by a table of the flags that are known; a flag outside the table is an answer too.
import type { Word } from './shell-analysis'

/** none: stands alone. value: takes the next word or what is attached. optional: takes only what is attached. */
type FlagKind = 'none' | 'value' | 'optional'

export interface FlagTable {
  flags: ReadonlyMap<string, FlagKind>
  /** Flags whose value is a path. */
  paths: ReadonlySet<string>
  /** `-5` is a flag. */
  numbers: boolean
}

/**
 * A table written as text: `-a --all` stand alone, `-n=` takes a value, `-f=@` takes a path, `--color=?` may have one
 * attached, `-#` stands for numbers.
 */
export function flagTable(text: string): FlagTable {
  const flags = new Map<string, FlagKind>()
  const paths = new Set<string>()
  let numbers = false
  for (const token of text.split(/\s+/).filter(Boolean)) {
    const [, name = '', kind] = /^(-[^=]+)(=[@?]?)?$/.exec(token) ?? []
    if (name === '-#') numbers = true
    else flags.set(name, kind === undefined ? 'none' : kind === '=?' ? 'optional' : 'value')
    if (kind === '=@') paths.add(name)
  }
  return { flags, paths, numbers }
}

export interface ReadFlags {
  /** Flags as the table names them, with their values. */
  given: { flag: string; value: Word | null }[]
  operands: Word[]
  /** Index of the first operand among the words read. */
  first: number
}

export interface ReadFlagsOptions {
  /** Stop at the first operand (programs that start another one). */
  stop?: boolean
  /** Words that may turn into flags when the line runs are taken as operands: every flag is harmless. */
  trusting?: boolean
}

/**
 * @param words without the program
 * @returns null when a flag is not in the table, or a word may turn into one
 */
export function readFlags(words: readonly Word[], table: FlagTable, options: ReadFlagsOptions = {}): ReadFlags | null {
  const read: ReadFlags = { given: [], operands: [], first: words.length }
  let ended = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i]
    if (word === undefined) break
    if (!ended && mayBecomeFlag(word) && !options.trusting) return null
    if (ended || word.kind !== 'literal' || !/^-./.test(word.text)) {
      if (read.operands.length === 0) read.first = i
      if (options.stop) return { ...read, operands: words.slice(i) }
      read.operands.push(word)
    } else if (word.text === '--') {
      ended = true
    } else {
      const taken = word.text.startsWith('--')
        ? readLong(word.text, words[i + 1], table, read)
        : readShort(word.text, words[i + 1], table, read)
      if (taken === null) return null
      i += taken
    }
  }
  return read
}

function mayBecomeFlag(word: Word): boolean {
  if (word.kind === 'literal') return false
  return word.kind === 'dynamic' || /^[*?[]/.test(word.text)
}

/** @returns how many further words it took; null for an unknown flag */
function readLong(text: string, next: Word | undefined, table: FlagTable, read: ReadFlags): number | null {
  const equals = text.indexOf('=')
  const flag = equals < 0 ? text : text.slice(0, equals)
  const kind = table.flags.get(flag)
  if (kind === undefined || (kind === 'none' && equals >= 0)) return null
  if (equals >= 0) read.given.push({ flag, value: wordOf(text.slice(equals + 1)) })
  else if (kind !== 'value') read.given.push({ flag, value: null })
  else return takeNext(flag, next, read)
  return 0
}

function readShort(text: string, next: Word | undefined, table: FlagTable, read: ReadFlags): number | null {
  if (table.numbers && /^-\d+$/.test(text)) return 0
  for (let i = 1; i < text.length; i++) {
    const flag = `-${text.charAt(i)}`
    const kind = table.flags.get(flag)
    if (kind === undefined) return null
    const attached = text.slice(i + 1)
    if (kind === 'none' || (kind === 'optional' && attached === '')) read.given.push({ flag, value: null })
    else if (attached !== '') {
      read.given.push({ flag, value: wordOf(attached) })
      return 0
    } else return takeNext(flag, next, read)
  }
  return 0
}

function takeNext(flag: string, next: Word | undefined, read: ReadFlags): number | null {
  // A value that may become several words would move what follows.
  if (next === undefined || next.kind !== 'literal') return null
  read.given.push({ flag, value: next })
  return 1
}

function wordOf(text: string): Word {
  return { kind: 'literal', text, home: false }
}
