// What the host and the thread that reads files say to each other.
import type { DraftRow } from '../../../core/import/draft-rows'
import type { Failure } from '../../../shared/contract/failure'
import type { Importable, ReadSession } from '../../services/ports/session-files'

export type FileTask = { kind: 'read'; path: string } | { kind: 'list'; folder: string }

export interface AskedFile {
  id: number
  task: FileTask
}

export interface FoundTranscripts {
  files: Importable[]
  more: boolean
}

export type AnsweredFile = { id: number } & (
  | { rows: DraftRow[] }
  | { read: ReadSession }
  | { found: FoundTranscripts }
  | { failure: Failure }
  | { bug: string }
)
