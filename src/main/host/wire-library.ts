// Wires what people keep as files to the services that run it.
import { CommandRunner } from '../services/library/command-runner'
import { Islands } from '../services/library/islands'
import { Library } from '../services/library/library'
import { ModelSkills, type SkillCollaborators } from '../services/library/model-skills'
import { ShellLines } from '../services/library/shell-lines'
import type { Sessions } from '../services/sessions'
import type { IsolationGuard } from '../services/turn/isolation-guard'
import type { Breach } from '../services/turn/isolation-watch'

type Parts = ConstructorParameters<typeof ModelSkills>[0]
type Others = Pick<SkillCollaborators, 'agents' | 'scheduler' | 'control'> &
  Omit<ConstructorParameters<typeof ShellLines>[1], 'onBreach'> & { guard: IsolationGuard; sessions: Sessions }

export interface LibraryServices {
  library: Library
  commandRunner: CommandRunner
}

/** Builds the library, what runs a command of it by name, and what runs a skill for a model. */
export function wireLibrary(parts: Parts, others: Others): LibraryServices & { modelSkills: ModelSkills } {
  const library = new Library(parts)
  const onBreach = (threadId: string, breach: Breach) => others.guard.breach(threadId, breach)
  const shellLines = new ShellLines(parts, { ...others, onBreach })
  const islands = new Islands(parts, { agents: others.agents, shellLines })
  const shared = { ...others, library, islands, shellLines }
  return { library, commandRunner: new CommandRunner(parts, shared), modelSkills: new ModelSkills(parts, shared) }
}
