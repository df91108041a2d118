// What seeing through a program gives, and the words it is built from.
import type { SimpleCommand, Word } from './shell-analysis'

export interface SeeThroughHooks {
  /** Reads a script; what it holds besides commands is noted by the caller. */
  parse(script: string): SimpleCommand[]
  /** Notes that the line is not fully understood. */
  doubt(reason: string): void
}

/** Words that are no programs to a shell when they stand first. */
export const RESERVED: ReadonlySet<string> = new Set(
  'if then else elif fi do done case esac while until for select in function coproc { } [[ ]] !'.split(' '),
)

/** A command inside another; whether it wraps one itself is found out later. */
export function innerCommand(argv: Word[], assignments: SimpleCommand['assignments'] = []): SimpleCommand {
  return { argv, assignments, wrapped: null }
}
