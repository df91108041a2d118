// What a command line means, as far as it can be known before it runs. Made by a shell parser, judged by `decide`.

/**
 * literal: known to the letter. glob: a pattern that becomes file names. dynamic: only known when it runs (a variable,
 * a substitution, a brace list).
 */
export type WordKind = 'literal' | 'glob' | 'dynamic'

export interface Word {
  kind: WordKind
  /** literal: the value after quote removal. glob: the pattern. dynamic: as written. */
  text: string
  /** Starts with an unquoted `~` or `~/`: the text is below the home folder. */
  home: boolean
}

export interface Assignment {
  name: string
  value: Word
}

export interface Redirection {
  operator: string
  target: Word
  /** Creates, changes or empties a file (`/dev/null` and copies of descriptors do not). */
  toFile: boolean
  /** Reads from a file. */
  fromFile: boolean
}

/** Words of a command that are a command themselves, seen through the program that starts it. */
export interface Wrapped {
  commands: SimpleCommand[]
  /** Where in the outer words the inner command begins. */
  at: number
  /**
   * What an allow rule must cover. inner: the wrapper changes nothing of weight (`time`, `env`, `bash -c`). both: the
   * inner command gets words that are not known (`xargs`, `find -exec`). outer: the wrapper decides (`sudo`, `npx`);
   * the inner command only counts against it.
   */
  covers: 'inner' | 'both' | 'outer'
}

export interface SimpleCommand {
  argv: Word[]
  /** Variables set for this command only. */
  assignments: Assignment[]
  wrapped: Wrapped | null
}

export type Connective = '&&' | '||' | ';' | '|' | '|&' | '&' | 'newline'

export interface ShellAnalysis {
  source: string
  /** Every simple command, also those in substitutions (before the command they are part of), loops and functions. */
  commands: SimpleCommand[]
  /** Every redirection of the line, whatever it belongs to. */
  redirections: Redirection[]
  /** Variables set in the shell itself: alone, by `export`, by a loop. */
  assignments: Assignment[]
  connectives: Connective[]
  substitution: boolean
  heredoc: boolean
  background: boolean
  functionDefinition: boolean
  subshell: boolean
  controlFlow: boolean
  /** Why the line is not fully understood (a parse error, an unknown construct); null when it is. */
  unknown: string | null
}

/** An analysis that knows nothing of `source` but why. */
export function unreadable(source: string, reason: string): ShellAnalysis {
  return {
    source,
    commands: [],
    redirections: [],
    assignments: [],
    connectives: [],
    substitution: false,
    heredoc: false,
    background: false,
    functionDefinition: false,
    subshell: false,
    controlFlow: false,
    unknown: reason,
  }
}

export function literal(text: string): Word {
  return { kind: 'literal', text, home: false }
}

export function dynamic(text: string): Word {
  return { kind: 'dynamic', text, home: false }
}

/** The program's name without its folder, lower-cased; null when it is not known before the command runs. */
export function programOf(command: Pick<SimpleCommand, 'argv'>): string | null {
  const first = command.argv[0]
  if (first?.kind !== 'literal') return null
  const name = first.text.slice(first.text.lastIndexOf('/') + 1)
  // Where file systems ignore case, `RM` is `rm`; where they do not, it is nothing.
  return name.toLowerCase().replace(/\.exe$/, '')
}

/** Every simple command of `commands` and every command wrapped in one, outer before inner. */
export function* eachCommand(commands: readonly SimpleCommand[]): Generator<SimpleCommand> {
  for (const command of commands) {
    yield command
    if (command.wrapped) yield* eachCommand(command.wrapped.commands)
  }
}

/** A command in one line for a person, at most 120 characters. */
export function showCommand(command: SimpleCommand): string {
  const text = command.argv.map((word) => word.text).join(' ')
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
