// Wires what people keep as files to the services that run it.
import { CommandRunner } from '../services/library/command-runner'
import { Library } from '../services/library/library'
import { ShellLines } from '../services/library/shell-lines'
import type { IsolationGuard } from '../services/turn/isolation-guard'
import type { Breach } from '../services/turn/isolation-watch'

type RunnerParts = ConstructorParameters<typeof CommandRunner>
type Others = Omit<RunnerParts[1], 'library' | 'shellLines'> &
  Omit<ConstructorParameters<typeof ShellLines>[1], 'onBreach'> & { guard: IsolationGuard }

export interface LibraryServices {
  library: Library
  commandRunner: CommandRunner
}

/** Builds the library, and what runs a command of it by name. */
export function wireLibrary(parts: RunnerParts[0], others: Others): LibraryServices {
  const library = new Library(parts)
  const onBreach = (threadId: string, breach: Breach) => others.guard.breach(threadId, breach)
  const shellLines = new ShellLines(parts, { ...others, onBreach })
  return { library, commandRunner: new CommandRunner(parts, { ...others, library, shellLines }) }
}
