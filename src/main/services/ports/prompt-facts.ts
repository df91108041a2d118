// What the system prompt says about the place it is rendered in; read once, then frozen.
import type { MemoryFile } from '../../../core/library/memory-text'

export interface PlaceFacts {
  platform: string
  /** The day the session began, as YYYY-MM-DD. */
  today: string
  isGit: boolean
  branch: string | null
  /** The project's and the person's memory files, in the order in which they are told. */
  memory: readonly MemoryFile[]
}

export interface PromptFacts {
  read(folder: string): Promise<PlaceFacts>
}
