import type { FileReadRecord } from '../records'

export interface FileReadTable {
  get(threadId: string, path: string): FileReadRecord | undefined
  /** Remembers the content a thread last saw of a file. */
  set(read: FileReadRecord): void
  /** Gives a thread that works in the same folder what another has read; what it has read itself stays. */
  inherit(fromThreadId: string, toThreadId: string): void
}
