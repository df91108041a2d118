// Commands that read whole folders: what lies somewhere below is read without being named.
import { gitWords } from './git-words'
import { eachCommand, literal, programOf, type ShellAnalysis, type SimpleCommand, type Word } from './shell-analysis'

export interface RecursiveRead {
  /** Words that may name what is read. */
  targets: Word[]
  /** Whether the folder it runs in is read when no word names a folder. */
  here: boolean
  /** Whether it goes where links lead. */
  follows: boolean
}

const ALWAYS = new Set('rg rga ag ack find fd fdfind tree rgrep tar zip 7z rsync scp'.split(' '))
/** Programs that do so when asked. */
const WITH_FLAG: Readonly<Record<string, RegExp>> = {
  grep: /^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive$|^--directories=recurse$/,
  egrep: /^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive$/,
  fgrep: /^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive$/,
  zgrep: /^-[a-zA-Z]*[rR]/,
  ls: /^-[a-zA-Z0-9]*R|^--recursive$/,
  cp: /^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)$/,
  diff: /^-[a-zA-Z0-9]*r|^--recursive$/,
}
/** Programs whose first word is what they look for. */
const WITH_PATTERN = new Set('rg rga ag ack grep egrep fgrep zgrep rgrep fd fdfind'.split(' '))
const FOLLOWS = /^-[a-zA-Z]*[LRHh]|^--(?:follow|dereference|dereference-recursive|copy-links)$|^-follow$/
/** Programs that follow links unless they are told not to. */
const FOLLOWERS = new Set(['zip', 'scp', '7z'])
const PATTERN_FLAG = /^(?:-e|-f|--regexp|--file|--files)(?:=|$)|^-e./

/** Every such command of a line, also one inside another. */
export function recursiveReads(shell: ShellAnalysis): RecursiveRead[] {
  return [...eachCommand(shell.commands)].flatMap((command) => readOf(command) ?? [])
}

function readOf(command: SimpleCommand): RecursiveRead | null {
  const program = programOf(command)
  if (program === null) return null
  const git = gitWords(command, program)
  if (git) return readOfGit(git.words)
  const words = command.argv.slice(1)
  const flag = Object.hasOwn(WITH_FLAG, program) ? WITH_FLAG[program] : undefined
  if (!ALWAYS.has(program) && !words.some(({ text }) => flag?.test(text))) return null
  const follows = FOLLOWERS.has(program) || words.some(({ text }) => FOLLOWS.test(text))
  return { targets: operandsOf(words, WITH_PATTERN.has(program)), here: true, follows }
}

/** `git grep` reads what is checked out; `git show commit:path` a file by another name. */
function readOfGit([subcommand, ...words]: readonly Word[]): RecursiveRead | null {
  if (subcommand?.text === 'grep') return { targets: operandsOf(words, true), here: true, follows: false }
  if (subcommand?.text === 'archive') return { targets: [], here: true, follows: false }
  if (!/^(?:show|cat-file|diff|blame)$/.test(subcommand?.text ?? '')) return null
  const named = words.flatMap(({ text }) => /^[^:]*:(.+)$/.exec(text)?.[1] ?? [])
  return named.length === 0 ? null : { targets: named.map(literal), here: false, follows: false }
}

function operandsOf(words: readonly Word[], pattern: boolean): Word[] {
  const operands = words.filter(({ text }) => !text.startsWith('-'))
  return pattern && !words.some(({ text }) => PATTERN_FLAG.test(text)) ? operands.slice(1) : operands
}
