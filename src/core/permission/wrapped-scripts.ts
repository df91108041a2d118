// Programs that are given a script, or whose inner command can only be guessed.
import { programOf, type SimpleCommand, type Wrapped } from './shell-analysis'
import { innerCommand, type SeeThroughHooks } from './wrapping'

/** Of these a word with blanks in it is a script. */
const SCRIPT_LAUNCHERS = new Set(['ssh', 'watch', 'su', 'script', 'parallel', 'flock', 'entr', 'nix-shell', 'env'])

/** `eval` runs all its words as one script, `trap` runs its first when a signal comes. */
export function throughEval(command: SimpleCommand, program: 'eval' | 'trap', hooks: SeeThroughHooks): Wrapped | null {
  const words = program === 'eval' ? command.argv.slice(1) : command.argv.slice(1, 2)
  if (words.length === 0 || (program === 'trap' && /^-/.test(words[0]?.text ?? ''))) return null
  if (words.some((word) => word.kind !== 'literal')) {
    hooks.doubt(`“${program}” runs a text that is not known`)
    return null
  }
  return { commands: hooks.parse(words.map((word) => word.text).join(' ')), at: 1, covers: 'inner' }
}

export function throughShell(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
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
export function throughLauncher(command: SimpleCommand, hooks: SeeThroughHooks): Wrapped | null {
  const commands: SimpleCommand[] = []
  const scripts = SCRIPT_LAUNCHERS.has(programOf(command) ?? '')
  for (let i = 1; i < command.argv.length && commands.length < 8; i++) {
    const word = command.argv[i]
    if (word?.kind !== 'literal') continue
    if (scripts && /\s/.test(word.text)) commands.push(...hooks.parse(word.text))
    else if (!/^-|=/.test(word.text)) commands.push(innerCommand(command.argv.slice(i), command.assignments))
  }
  return commands.length === 0 ? null : { commands, at: 1, covers: 'outer' }
}
