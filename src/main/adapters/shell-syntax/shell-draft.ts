// The analysis while it is being read from the tree.
import type {
  Assignment,
  Connective,
  Redirection,
  ShellAnalysis,
  SimpleCommand,
} from '../../../core/permission/shell-analysis'

export interface ShellDraft {
  readonly source: string
  commands: SimpleCommand[]
  redirections: Redirection[]
  assignments: Assignment[]
  connectives: Connective[]
  flags: Pick<
    ShellAnalysis,
    'substitution' | 'heredoc' | 'background' | 'functionDefinition' | 'subshell' | 'controlFlow'
  >
  unknown: string | null
}

export function emptyDraft(source: string): ShellDraft {
  return {
    source,
    commands: [],
    redirections: [],
    assignments: [],
    connectives: [],
    flags: {
      substitution: false,
      heredoc: false,
      background: false,
      functionDefinition: false,
      subshell: false,
      controlFlow: false,
    },
    unknown: null,
  }
}

/** Notes what could not be understood; the first reason stays. */
export function doubt(draft: ShellDraft, reason: string): void {
  draft.unknown ??= reason
}

export function finishDraft(draft: ShellDraft): ShellAnalysis {
  const { source, commands, redirections, assignments, connectives, flags, unknown } = draft
  return { source, commands, redirections, assignments, connectives, ...flags, unknown }
}
