// The files of a folder by name, as the services see them.

export interface FileQuestion {
  /** A real path. */
  folder: string
  query: string
  limit: number
}

export interface FoundFiles {
  /** Relative to the folder, with `/`; the best first. */
  paths: string[]
  total: number
  cut: boolean
}

export interface FileIndex {
  /**
   * Finds files by letters of their path. Nothing outside of the folder is listed, nothing that is ignored, and no link is
   * followed. A folder that is not there has no files.
   */
  find(question: FileQuestion): Promise<FoundFiles>
  close(): void
}
