// Hooks: where they are written, and how one is run.
import type { Hook } from '../../../core/hooks/hook'
import type { HookEnd } from '../../../core/hooks/hook-answer'
import type { BrokenFile } from './agent-files'
import type { StartedProcess } from './tools'

/** The hooks of one settings file. */
export interface HookFile {
  /** As a person names it; of a project's file also how it is listed among what was trusted. */
  source: string
  origin: Hook['origin']
  /** SHA-256 of the text that was read. */
  contentHash: string
  hooks: readonly Hook[]
  /** Variables the file sets. */
  environment: Readonly<Record<string, string>>
  /** It switches off its hooks; that of the home folder switches off all. */
  disabled: boolean
}

export interface HookFiles {
  /** Reads what stands in the files now, the person's own first. Nothing here is fatal. */
  read(projectFolder: string): Promise<{ files: HookFile[]; broken: BrokenFile[] }>
}

export interface HookOrder {
  command: string
  /** What it reads. */
  input: string
  /** Where it runs. */
  folder: string
  projectFolder: string
  environment: Readonly<Record<string, string>>
  timeoutMs: number
  signal: AbortSignal
  /** Called before the command can do anything; the record is stored. */
  onProcess(process: StartedProcess): void
  onProcessEnd(process: StartedProcess): void
}

export interface HookCommands {
  /**
   * Runs the command of a hook in a process group of its own and waits until nothing of it is left: what goes on behind it is
   * ended.
   *
   * @throws the signal's reason when it was aborted
   */
  run(order: HookOrder): Promise<HookEnd>
}
