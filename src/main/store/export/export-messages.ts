// What is asked of the thread that writes a session to a file, and what it answers.
import type { Failure } from '../../../shared/contract/failure'

export interface ExportRequest {
  sessionId: string
  /** Absolute. */
  path: string
  format: 'bundle' | 'markdown'
  overwrite: boolean
  outputsDir: string
  projectName: string
  /** EpochMs. */
  at: number
}

export interface ExportThreadData {
  databasePath: string
  request: ExportRequest
}

export type AnsweredExport = { bytes: number } | { failure: Failure } | { bug: string }
