// Programs that are given another program with its words.
import { type FlagTable, flagTable, readFlags } from './flag-table'
import { dynamic, literal, programOf, type SimpleCommand, type Word, type Wrapped } from './shell-analysis'
import { throughLauncher } from './wrapped-scripts'
import { innerCommand, RESERVED, type SeeThroughHooks } from './wrapping'

/** A word that is not known ends the flags: it is taken for the program, which then is not known. */
const STOP = { stop: true, trusting: true }

const XARGS = flagTable(
  '-0 --null -r --no-run-if-empty -t --verbose -x --exit -p -n= --max-args= -L= --max-lines=? -P= --max-procs= -I= ' +
    '-d= --delimiter= -E= -s= --max-chars= -a=@ --arg-file=@ -i=? --replace=?',
)

export function throughTransparent(
  command: SimpleCommand,
  program: { flags: FlagTable; operands: number },
  hooks: SeeThroughHooks,
): Wrapped | null {
  // `command -v name` only says where a program is.
  if (programOf(command) === 'command' && /^-[vV]$/.test(command.argv[1]?.text ?? '')) return null
  const read = readFlags(command.argv.slice(1), program.flags, STOP)
  // A flag out of the ordinary: what follows may or may not be the command.
  if (!read) return throughLauncher(command, hooks)
  const at = 1 + read.first + program.operands
  const argv = command.argv.slice(at)
  return argv.length === 0 ? null : { commands: [innerCommand(argv, command.assignments)], at, covers: 'inner' }
}

/** The reserved word, not the program: it knows one flag, and what follows may set variables or be reserved itself. */
export function throughTime(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  let at = 1
  while (command.argv[at]?.text === '-p') at++
  if (command.argv[at]?.text === '--') at++
  const assignments = [...command.assignments]
  for (let word = command.argv[at]; word; word = command.argv[++at]) {
    const set = /^([A-Za-z_]\w*)(\+?=|\[)([\s\S]*)$/.exec(word.text)
    if (!set) break
    assignments.push({ name: set[1] ?? '', value: { ...word, kind: 'dynamic', text: set[3] ?? '' } })
  }
  const argv = command.argv.slice(at)
  if (argv.length === 0) return null
  if (RESERVED.has(argv[0]?.text ?? '')) hooks.doubt('“time” stands before a part of the shell’s own syntax')
  return { commands: [innerCommand(argv, assignments)], at, covers: 'inner' }
}

export function throughEnv(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  const read = readFlags(command.argv.slice(1), flagTable('-i -u= --ignore-environment --unset='), STOP)
  if (!read) return throughLauncher(command, hooks)
  let at = 1 + read.first
  const assignments = [...command.assignments]
  for (; at < command.argv.length; at++) {
    const word = command.argv[at]
    const set = word?.kind === 'literal' ? /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/.exec(word.text) : null
    if (!set && word?.text !== '-') break
    if (set) assignments.push({ name: set[1] ?? '', value: literal(set[2] ?? '') })
  }
  const argv = command.argv.slice(at)
  if (argv.length === 0) return null
  return { commands: [innerCommand(argv, assignments)], at, covers: 'inner' }
}

export function throughXargs(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  const read = readFlags(command.argv.slice(1), XARGS, STOP)
  if (!read) return throughLauncher(command, hooks)
  const at = 1 + read.first
  const mark = read.given.findLast(({ flag }) => flag === '-I' || flag === '-i' || flag === '--replace')
  const words = command.argv.slice(at)
  if (words.length === 0) return null
  const place = mark?.value?.text ?? '{}'
  const argv = mark ? words.map((word) => (word.text.includes(place) ? dynamic(word.text) : word)) : [...words]
  if (!mark) argv.push(dynamic('…'))
  return { commands: [innerCommand(argv)], at, covers: 'both' }
}

const FIND_RUNS = /^-(?:exec|execdir|ok|okdir)$/

/** The commands find is told to run: from the flag to its `;` or `+`. */
function findActions(argv: readonly Word[]): { start: number; end: number }[] {
  const actions: { start: number; end: number }[] = []
  for (let i = 1; i < argv.length; i++) {
    if (!FIND_RUNS.test(argv[i]?.text ?? '')) continue
    const start = i + 1
    while (i < argv.length && !/^[;+]$/.test(argv[i]?.text ?? '')) i++
    actions.push({ start, end: i })
  }
  return actions
}

export function throughFind(command: SimpleCommand): Wrapped | null {
  const actions = findActions(command.argv).filter(({ start, end }) => end > start)
  const [first] = actions
  if (!first) return null
  const commands = actions.map(({ start, end }) => {
    const words = command.argv.slice(start, end)
    return innerCommand(words.map((word) => (word.text.includes('{}') ? dynamic(word.text) : word)))
  })
  return { commands, at: first.start, covers: 'both' }
}

/** What find searches, without the commands it runs. */
export function findWithoutActions(command: SimpleCommand): SimpleCommand {
  const actions = findActions(command.argv)
  const argv = command.argv.filter((_, i) => !actions.some(({ start, end }) => i >= start - 1 && i <= end))
  return { ...command, argv, wrapped: null }
}
