// Programs that start another program: the command inside is a command of the line.
import { type FlagTable, flagTable, readFlags } from './flag-table'
import { dynamic, literal, programOf, type SimpleCommand, type Word, type Wrapped } from './shell-analysis'

/** Words that are no programs to a shell when they stand first. */
export const RESERVED: ReadonlySet<string> = new Set(
  'if then else elif fi do done case esac while until for select in function coproc { } [[ ]] !'.split(' '),
)

export interface SeeThroughHooks {
  /** Reads a script; what it holds besides commands is noted by the caller. */
  parse(script: string): SimpleCommand[]
  /** Notes that the line is not fully understood. */
  doubt(reason: string): void
}

/** Programs whose flags are known and end before the inner command; it runs as it would alone. */
const TRANSPARENT: Readonly<Record<string, { flags: FlagTable; operands: number }>> = {
  command: { flags: flagTable('-p'), operands: 0 },
  builtin: { flags: flagTable(''), operands: 0 },
  exec: { flags: flagTable('-c -l -a='), operands: 0 },
  time: { flags: flagTable('-p -l -a -v'), operands: 0 },
  nice: { flags: flagTable('-n= --adjustment= -#'), operands: 0 },
  ionice: { flags: flagTable('-c= -n= -t'), operands: 0 },
  nohup: { flags: flagTable(''), operands: 0 },
  setsid: { flags: flagTable('-w --wait -f --fork -c'), operands: 0 },
  stdbuf: { flags: flagTable('-i= -o= -e= --input= --output= --error='), operands: 0 },
  timeout: {
    flags: flagTable('-k= --kill-after= -s= --signal= --foreground --preserve-status -v --verbose'),
    operands: 1,
  },
}

/** Programs that decide more than they pass on: the inner command only counts against them. */
const LAUNCHERS = new Set(
  (
    'sudo doas pkexec run0 su npx bunx pnpx dlx uvx pipx watch parallel ssh flock strace ltrace chroot unshare nsenter ' +
    'taskset chrt busybox toybox caffeinate systemd-run fakeroot dbus-run-session xvfb-run script unbuffer entr ' +
    'firejail bwrap docker podman kubectl direnv nix-shell poetry pipenv uv rye pnpm yarn npm bun mise asdf'
  ).split(' '),
)

/** Of these a word with blanks in it is a script. */
const SCRIPT_LAUNCHERS = new Set(['ssh', 'watch', 'su', 'script', 'parallel', 'flock', 'entr', 'nix-shell', 'env'])

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish'])

/** A word that is not known ends the flags: it is taken for the program, which then is not known. */
const STOP = { stop: true, trusting: true }

const XARGS = flagTable(
  '-0 --null -r --no-run-if-empty -t --verbose -x --exit -p -n= --max-args= -L= --max-lines=? -P= --max-procs= -I= ' +
    '-d= --delimiter= -E= -s= --max-chars= -a=@ --arg-file=@ -i=? --replace=?',
)

/** Finds the command inside `command` and puts it into `command.wrapped`, and so on inwards. */
export function seeThrough(command: SimpleCommand, hooks: SeeThroughHooks): void {
  descend(command, hooks, 0, false)
}

/** @param guessed the command is a guess below a launcher, whose guesses already hold every place further in */
function descend(command: SimpleCommand, hooks: SeeThroughHooks, depth: number, guessed: boolean): void {
  if (depth > 8) {
    hooks.doubt('it starts programs through programs')
    return
  }
  const wrapped = findWrapped(command, hooks)
  if (!wrapped || (guessed && wrapped.covers === 'outer')) return
  command.wrapped = wrapped
  const below = guessed || wrapped.covers === 'outer'
  for (const inner of wrapped.commands) if (!inner.wrapped) descend(inner, hooks, depth + 1, below)
}

function findWrapped(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  const program = programOf(command)
  if (program === null) return null
  const transparent = Object.hasOwn(TRANSPARENT, program) ? TRANSPARENT[program] : undefined
  if (transparent) return throughTransparent(command, transparent, hooks)
  if (program === 'env') return throughEnv(command, hooks)
  if (program === 'xargs') return throughXargs(command, hooks)
  if (program === 'find') return throughFind(command)
  if (program === 'eval' || program === 'trap') return throughEval(command, program, hooks)
  if (SHELLS.has(program)) return throughShell(command, hooks)
  return LAUNCHERS.has(program) ? throughLauncher(command, hooks) : null
}

function inner(argv: Word[], assignments: SimpleCommand['assignments'] = []): SimpleCommand {
  return { argv, assignments, wrapped: null }
}

function throughTransparent(
  command: SimpleCommand,
  program: { flags: FlagTable; operands: number },
  hooks: SeeThroughHooks,
): Wrapped | null {
  if (command.argv[0]?.text === 'time') return throughTime(command, hooks)
  // `command -v name` only says where a program is.
  if (programOf(command) === 'command' && /^-[vV]$/.test(command.argv[1]?.text ?? '')) return null
  const read = readFlags(command.argv.slice(1), program.flags, STOP)
  // A flag out of the ordinary: what follows may or may not be the command.
  if (!read) return throughLauncher(command, hooks)
  const at = 1 + read.first + program.operands
  const argv = command.argv.slice(at)
  return argv.length === 0 ? null : { commands: [inner(argv, command.assignments)], at, covers: 'inner' }
}

/** The reserved word, not the program: it knows one flag, and other reserved words may follow it. */
function throughTime(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  let at = 1
  while (command.argv[at]?.text === '-p') at++
  if (command.argv[at]?.text === '--') at++
  const argv = command.argv.slice(at)
  if (argv.length === 0) return null
  if (RESERVED.has(argv[0]?.text ?? '')) {
    hooks.doubt('“time” stands before a part of the shell’s own syntax')
  }
  return { commands: [inner(argv, command.assignments)], at, covers: 'inner' }
}

function throughEnv(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
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
  return { commands: [inner(argv, assignments)], at, covers: 'inner' }
}

function throughXargs(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  const read = readFlags(command.argv.slice(1), XARGS, STOP)
  if (!read) return throughLauncher(command, hooks)
  const at = 1 + read.first
  const mark = read.given.findLast(({ flag }) => flag === '-I' || flag === '-i' || flag === '--replace')
  const words = command.argv.slice(at)
  if (words.length === 0) return null
  const place = mark?.value?.text ?? '{}'
  const argv = mark ? words.map((word) => (word.text.includes(place) ? dynamic(word.text) : word)) : [...words]
  if (!mark) argv.push(dynamic('…'))
  return { commands: [inner(argv)], at, covers: 'both' }
}

function throughFind(command: SimpleCommand): Wrapped | null {
  const commands: SimpleCommand[] = []
  let at = 0
  for (let i = 1; i < command.argv.length; i++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(command.argv[i]?.text ?? '')) continue
    const start = i + 1
    while (i < command.argv.length && !/^[;+]$/.test(command.argv[i]?.text ?? '')) i++
    const words = command.argv.slice(start, i)
    if (words.length === 0) continue
    at ||= start
    commands.push(inner(words.map((word) => (word.text.includes('{}') ? dynamic(word.text) : word))))
  }
  return commands.length === 0 ? null : { commands, at, covers: 'both' }
}

/** `eval` runs all its words as one script, `trap` runs its first when a signal comes. */
function throughEval(command: SimpleCommand, program: 'eval' | 'trap', hooks: SeeThroughHooks): Wrapped | null {
  const words = program === 'eval' ? command.argv.slice(1) : command.argv.slice(1, 2)
  if (words.length === 0 || (program === 'trap' && /^-/.test(words[0]?.text ?? ''))) return null
  if (words.some((word) => word.kind !== 'literal')) {
    hooks.doubt(`“${program}” runs a text that is not known`)
    return null
  }
  return { commands: hooks.parse(words.map((word) => word.text).join(' ')), at: 1, covers: 'inner' }
}

function throughShell(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  const { argv } = command
  for (let i = 1; i < argv.length; i++) {
    const word = argv[i]
    if (word?.kind !== 'literal') {
      hooks.doubt('a shell is started with words that are not known')
      return null
    }
    if (!/^[-+]./.test(word.text)) return null
    if (!/^-[a-z]*c[a-z]*$/i.test(word.text)) {
      // These take a value: it must not be taken for the script.
      if (/^[-+][a-z]*[oO]$|^--(?:rcfile|init-file)$/.test(word.text)) i++
      continue
    }
    const script = argv[i + 1]
    if (script?.kind === 'literal' && /^-[eluxic]+$/.test(word.text)) {
      return { commands: hooks.parse(script.text), at: i + 1, covers: 'inner' }
    }
    hooks.doubt('a shell runs a script that is not known')
    return null
  }
  return null
}

/** Where the inner command begins is a guess, so every place it could begin at is looked at. */
function throughLauncher(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  const commands: SimpleCommand[] = []
  const scripts = SCRIPT_LAUNCHERS.has(programOf(command) ?? '')
  for (let i = 1; i < command.argv.length && commands.length < 8; i++) {
    const word = command.argv[i]
    if (word?.kind !== 'literal') continue
    if (scripts && /\s/.test(word.text)) commands.push(...hooks.parse(word.text))
    else if (!/^-|=/.test(word.text)) commands.push(inner(command.argv.slice(i), command.assignments))
  }
  return commands.length === 0 ? null : { commands, at: 1, covers: 'outer' }
}
