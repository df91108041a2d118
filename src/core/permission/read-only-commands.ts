// Whether a line is known to only read, and what it reads. In doubt it is not.
import { readFlags } from './flag-table'
import { type GitWords, gitWords } from './git-words'
import { harmlessForCommand, harmlessInShell } from './harmless-variables'
import { isAbsolutePath, segmentsOf } from './path-text'
import { readOnlyGit } from './read-only-git'
import { readOnlyProgram } from './read-only-programs'
import { type Reading, readSpecial } from './read-only-special'
import { eachCommand, type ShellAnalysis, type SimpleCommand, showCommand, type Word } from './shell-analysis'

export interface ReadingContext {
  /** The folder the line runs in: `cd` and `git -C` to it change nothing. */
  folder: string
  /** git may run: the project's configuration of it is trusted, or names no commands. */
  git: boolean
}

/**
 * Why a line is not known to only read.
 *
 * @returns half a sentence that goes on after the command's name; null when it only reads
 */
export function whyNotReadOnly(shell: ShellAnalysis, context: ReadingContext): string | null {
  if (shell.unknown !== null) return shell.unknown
  if (shell.substitution) return 'it contains a substitution'
  if (shell.heredoc) return 'it contains a here-document'
  if (shell.background) return 'it starts something in the background'
  if (shell.functionDefinition) return 'it defines a function'
  for (const { target, toFile } of shell.redirections) {
    if (toFile) return `it writes to “${target.text}”`
    if (target.kind !== 'literal') return 'it reads a file that is not known'
  }
  const set = shell.assignments.find((assignment) => !harmlessInShell(assignment))
  if (set) return `it sets ${set.name}`
  if (changesFolder(shell, context) && hasGit(shell)) return 'it runs git in another folder'
  for (const command of shell.commands) {
    const reading = readingOf(command, context)
    if ('why' in reading) return reading.why
  }
  return null
}

/** What one simple command reads, or why it is not known to only read; redirections are not looked at. */
export function readingOf(command: SimpleCommand, context: ReadingContext): Reading {
  const set = command.assignments.find((assignment) => !harmlessForCommand(assignment))
  if (set) return { why: `it sets ${set.name}` }
  if (command.wrapped) return readingOfWrapped(command, context)
  const [first] = command.argv
  if (first?.kind !== 'literal') {
    return command.argv.length === 0 ? { reads: [] } : { why: 'the program it starts is not known' }
  }
  // By its bare name only: a program with a path may be anything.
  const program = first.text
  const git = gitWords(command, program)
  if (git && git.words.length > 0) return readingOfGit(git, context)
  const reading = program === 'cd' ? readCd(command) : readSpecial(program, command)
  return reading ?? readListed(program, command)
}

function readingOfWrapped(command: SimpleCommand, context: ReadingContext): Reading {
  if (command.wrapped?.covers !== 'inner') {
    const special = readSpecial(command.argv[0]?.text ?? '', command)
    return special && 'reads' in special ? special : { why: `“${showCommand(command)}” starts another program` }
  }
  const reads: Word[] = []
  for (const inner of command.wrapped.commands) {
    const reading = readingOf(inner, context)
    if ('why' in reading) return reading
    reads.push(...reading.reads)
  }
  return { reads }
}

function readCd(command: SimpleCommand): Reading {
  const [target, ...more] = command.argv.slice(1)
  if (more.length > 0 || target?.kind !== 'literal' || target.text.startsWith('-')) {
    return { why: 'it changes to a folder that is not known' }
  }
  return { reads: [target] }
}

const PATTERN_FLAGS = new Set(['-e', '-f', '--regexp', '--file', '--files', '--type-list'])

function readListed(name: string, command: SimpleCommand): Reading {
  const program = readOnlyProgram(name)
  if (!program) return { why: `“${name}” is not known to only read` }
  const args = command.argv.slice(1)
  const text = program.operands === 'text'
  const read = readFlags(args, program.table, { trusting: program.anyFlag && (text || args.every(isKnown)) })
  if (!read) return { why: `“${showCommand(command)}” has a flag that is not known to only read` }
  if (read.operands.length > program.most) return { why: `“${name}” writes to its last word` }
  if (!text && !read.operands.every(isKnown)) return { why: 'its words are not all known' }
  const reads = read.given.flatMap(({ flag, value }) => (program.table.paths.has(flag) && value ? [value] : []))
  // A pattern lists a folder even where its names are only printed.
  if (text) return { reads: [...reads, ...read.operands.filter(({ kind }) => kind === 'glob')] }
  const first = read.operands[0]
  const pattern = program.operands === 'pattern' && !read.given.some(({ flag }) => PATTERN_FLAGS.has(flag))
  if (name === 'jq' && /\b(?:import|include)\b/.test(first?.text ?? ''))
    return { why: 'the program of jq loads others' }
  return { reads: [...reads, ...(pattern ? read.operands.slice(1) : read.operands)] }
}

function isKnown(word: Word): boolean {
  return word.kind !== 'dynamic'
}

const QUIET_GIT = new Set(['--no-pager', '-P', '--no-optional-locks', '--literal-pathspecs', '--no-replace-objects'])

function readingOfGit(git: GitWords, context: ReadingContext): Reading {
  if (!context.git) return { why: 'git may run commands of this project, which is not trusted' }
  const odd = git.global.find(({ flag, value }) => !QUIET_GIT.has(flag) && !(flag === '-C' && isFolder(value, context)))
  if (odd) return { why: `“git ${odd.flag}” is not known to only read` }
  const found = readOnlyGit(git.words.map((word) => (word.kind === 'literal' ? word.text : '')))
  if (!found) return { why: `“git ${git.words[0]?.text ?? ''}” is not known to only read` }
  const { entry, length } = found
  const read = readFlags(git.words.slice(length), entry.table)
  const name = git.words
    .slice(0, length)
    .map((word) => word.text)
    .join(' ')
  if (!read) return { why: `“git ${name}” has a flag that is not known to only read` }
  if (!read.operands.every(isKnown)) return { why: 'its words are not all known' }
  const given = (flags: readonly string[]) => read.given.some(({ flag }) => flags.includes(flag))
  if (entry.needs.length > 0 && !given(entry.needs)) return { why: `“git ${name}” can also change something` }
  const lists = given(['-l', '--list'])
  if (entry.operands === 'none' && read.operands.length > 0 && !lists) return { why: `“git ${name}” changes something` }
  const files = read.given.flatMap(({ flag, value }) => (entry.table.paths.has(flag) && value ? [value] : []))
  return { reads: entry.operands === 'paths' ? [...files, ...read.operands] : files }
}

function isFolder(path: string | null, context: ReadingContext): boolean {
  if (path === '.') return true
  return path !== null && isAbsolutePath(path) && segmentsOf(path).join('/') === segmentsOf(context.folder).join('/')
}

/** A folder the agent could have filled may pose as a repository whose configuration runs commands. */
function changesFolder(shell: ShellAnalysis, context: ReadingContext): boolean {
  for (const command of eachCommand(shell.commands)) {
    if (command.argv[0]?.text === 'cd' && !isFolder(command.argv[1]?.text ?? null, context)) return true
  }
  return false
}

function hasGit(shell: ShellAnalysis): boolean {
  for (const command of eachCommand(shell.commands)) if (command.argv[0]?.text === 'git') return true
  return false
}
