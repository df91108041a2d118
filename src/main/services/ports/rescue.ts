// What reads and writes whole folders: measuring, archiving, removing what is archived, and bringing it back.
import type { WorktreeIdentity } from './git'

/** Something that lies where worktrees, rescued folders or archives do. */
export interface StoredFolder {
  path: string
  place: 'worktrees' | 'rescued' | 'restoring' | 'archives'
  /** The thread its name begins with; null for a name that is none of ours. */
  threadId: string | null
  /** What its owner file says; null without one that can be read. */
  owner: { threadId: string; nonce: string } | null
  /** Names of what lies in it. */
  names: string[]
}

/**
 * Every call runs beside the loop. Failures are `conflict` (something is not what it should be; the disk refused) and
 * `store.full`; nothing was removed then that is not in an archive.
 */
export interface Rescue {
  /** Bytes a folder takes; null where nothing is. */
  measure(folder: string): Promise<number | null>
  /** Whether something is at a path. */
  exists(path: string): Promise<boolean>
  /** Everything in the data folder's places, for the one who compares. */
  survey(): Promise<StoredFolder[]>
  /**
   * Writes an archive of a rescued folder, with what its repository keeps of the worktree; a draft of it is overwritten.
   *
   * @returns its size in bytes
   * @throws FailureError `conflict` for a folder that may not be removed afterwards: nothing is written for it
   */
  archive(record: WorktreeIdentity, folder: string, archive: string): Promise<number>
  /** Compares a folder with an archive, byte for byte and both ways; reads all of both. */
  verify(folder: string, archive: string): Promise<void>
  /**
   * Removes a rescued folder by removing exactly what the archive holds, after everything `security.md` asks for.
   *
   * @param partly an earlier removal was cut off
   * @returns the bytes that are free now
   */
  remove(record: WorktreeIdentity, folder: string, archive: string, partly: boolean): Promise<number>
  /** Unpacks the folder of an archive to the place for it in the data folder; answers that place. Safe to repeat. */
  unpack(record: WorktreeIdentity, archive: string): Promise<string>
  /** Removes the draft of an archive that was never finished. */
  dropDraft(archive: string): Promise<void>
  /** Where the archive of a worktree that was discarded then goes. */
  archiveOf(record: WorktreeIdentity, at: number): Promise<string>
  /** The data folder's real path. */
  dataDir(): Promise<string>
  /** Ends what runs; whoever waits for it gets a failure that says so. */
  close(): void
  closed(): boolean
}
