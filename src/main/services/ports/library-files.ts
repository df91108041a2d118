// Commands and skills that people keep as files: the project's, and the person's own.
import type { BrokenFile } from './agent-files'

export interface LibraryDocument {
  kind: 'command' | 'skill'
  /** What it is called with, after the slash. */
  name: string
  description: string
  argumentHint: string | null
  argumentNames: readonly string[]
  body: string
  /** The absolute folder of a skill; null for a command. */
  folder: string | null
  /** Whether it runs isolated, from a blank history. */
  island: boolean
  /** The type of agent an island is, as written; null: the general one. */
  agent: string | null
  model: string | null
  /** Rules of `allowed-tools`, as written, that can be read. */
  allowedTools: readonly string[]
  /** Whether a person calls it after a slash. */
  forPerson: boolean
  /** Whether the model may call it: a skill that does not say otherwise. */
  forModel: boolean
  /** Whether it holds commands that run before the model sees it. */
  runsCommands: boolean
  /** What of it does not count, and why, though the rest does. */
  remarks: readonly string[]
  /** As a person names it: `.claude/commands/review.md`, `~/.claude/skills/x/SKILL.md`. */
  source: string
  origin: 'project' | 'home'
  /** SHA-256 of the whole file. */
  contentHash: string
}

export interface LibraryFiles {
  /** Reads both folders as they are now, every document of them. Nothing is run, and nothing here is fatal. */
  read(folder: string): Promise<{ documents: LibraryDocument[]; broken: BrokenFile[] }>
}
