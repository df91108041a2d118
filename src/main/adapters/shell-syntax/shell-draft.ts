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
  /** How deep in the tree the reading is. */
  depth: number
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
    depth: 0,
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

/** Nothing a person writes is nested deeper, and recursion has its end. */
const MAX_NESTING = 150

/** Reads something one level deeper; what lies too deep is not read, and the line not understood. */
export function nested(draft: ShellDraft, read: () => void): void {
  if (draft.depth >= MAX_NESTING) {
    doubt(draft, 'it is nested too deeply')
    return
  }
  draft.depth++
  read()
  draft.depth--
}
