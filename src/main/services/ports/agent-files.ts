// Agents that people keep as files: the project's, and the person's own.
import type { AgentType } from '../../../core/agents/agent-type'

export interface AgentFile extends AgentType {
  /** As a person names it: `.claude/agents/reviewer.md`, `~/.claude/agents/reviewer.md`. */
  source: string
  origin: 'project' | 'home'
  /** Tools it names that nobody here has; they are left out. */
  unknownTools: readonly string[]
  /** Fields of its head that do not count here, in words. */
  unusedFields: readonly string[]
}

/** A file that cannot be used, and why. */
export interface BrokenFile {
  source: string
  line: number | null
  reason: string
}

export interface AgentFiles {
  /** Reads both folders as they are now. Of one name the project's counts. Nothing is run, and nothing here is fatal. */
  read(folder: string): Promise<{ agents: AgentFile[]; broken: BrokenFile[] }>
}
