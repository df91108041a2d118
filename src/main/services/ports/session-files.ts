// Conversations as files: transcripts of other programs, and bundles.
import type { DraftRow } from '../../../core/import/draft-rows'

export interface SkippedLine {
  /** The file's name, without its folder. */
  file: string
  /** 1-based. */
  line: number
  reason: string
}

export interface ReadSession {
  format: 'transcript' | 'bundle'
  threads: number
  turns: number
  /** How many lines could not be read, or not all of them; the first of them by number. */
  skippedLines: number
  skipped: SkippedLine[]
}

/** A transcript that could be imported. */
export interface Importable {
  path: string
  title: string
  /** EpochMs: when it was written last. */
  updatedAt: number
  bytes: number
  /** null: too large to be counted beforehand. */
  turns: number | null
}

export interface SessionFiles {
  /**
   * Reads a transcript, with those of its agents beside it, or a bundle, beside the loop, and hands over the rows it makes.
   * Ids are new. Whoever stores them waits for the end: a file can turn out to be broken in its last line.
   *
   * @throws FailureError `invalid_input` with `path`: there is no such file, or none that can be read; `store.newer`
   */
  read(path: string, onRows: (rows: DraftRow[]) => void): Promise<ReadSession>
  /** The transcripts another program keeps of a project, the newest first. */
  list(projectPath: string): Promise<{ files: Importable[]; more: boolean; folder: string }>
  close(): void
}
