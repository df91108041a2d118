// Memory files: notes of the person and the project for the model.
import type { MemoryFile } from '../../../core/library/memory-text'
import type { BrokenFile } from './agent-files'

export interface MemoryReading {
  /** In the order in which they are told: the person's, then from the outermost folder inwards. */
  files: MemoryFile[]
  /** Files that are left out or cut, and why. */
  problems: BrokenFile[]
}

export interface MemoryFiles {
  /** What a session in this folder begins with: the person's, those above it up to the repository or the home folder, its own. */
  read(folder: string): Promise<MemoryReading>
  /** Those that lie in these folders (relative to it, with `/`), each with what it imports. */
  within(folder: string, below: readonly string[]): Promise<MemoryReading>
  /** The folders below it that have some, relative to it, sorted; bounded, and without what was installed. */
  nestedFolders(folder: string): Promise<string[]>
}
