// Programs that start another program: the command inside is a command of the line.
import { type FlagTable, flagTable } from './flag-table'
import { programOf, type SimpleCommand, type Wrapped } from './shell-analysis'
import { throughEnv, throughFind, throughTime, throughTransparent, throughXargs } from './wrapped-programs'
import { throughEval, throughLauncher, throughShell } from './wrapped-scripts'
import type { SeeThroughHooks } from './wrapping'

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

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish'])

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
  const found = findWrapped(command, hooks)
  // Only the system's own `env` is known to change nothing; `./env` may be anything.
  const wrapped = found && !isPlainProgram(command) ? { ...found, covers: 'outer' as const } : found
  if (!wrapped || (guessed && wrapped.covers === 'outer')) return
  command.wrapped = wrapped
  const below = guessed || wrapped.covers === 'outer'
  for (const inner of wrapped.commands) if (!inner.wrapped) descend(inner, hooks, depth + 1, below)
}

function isPlainProgram(command: SimpleCommand): boolean {
  const text = command.argv[0]?.text ?? ''
  return text.replace(/^\/(?:usr\/(?:local\/)?)?bin\//, '') === programOf(command)
}

function findWrapped(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  const program = programOf(command)
  if (program === null) return null
  if (program === 'time' && command.argv[0]?.text === 'time') return throughTime(command, hooks)
  if (program === 'env') return throughEnv(command, hooks)
  if (program === 'xargs') return throughXargs(command, hooks)
  if (program === 'find') return throughFind(command)
  if (program === 'eval' || program === 'trap') return throughEval(command, program, hooks)
  const transparent = Object.hasOwn(TRANSPARENT, program) ? TRANSPARENT[program] : undefined
  if (transparent) return throughTransparent(command, transparent, hooks)
  if (SHELLS.has(program)) return throughShell(command, hooks)
  return LAUNCHERS.has(program) ? throughLauncher(command, hooks) : null
}
