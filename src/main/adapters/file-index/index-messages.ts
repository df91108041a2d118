// What the host's thread and the file index's thread say to each other.
import type { FileQuestion, FoundFiles } from '../../services/ports/file-index'

export interface IndexThreadData {
  rgPath: string
  env: NodeJS.ProcessEnv
}

export interface AskedFiles {
  id: number
  question: FileQuestion
}

export type AnsweredFiles = { id: number } & ({ found: FoundFiles } | { bug: string })
