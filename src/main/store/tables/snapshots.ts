import type { SnapshotRecord } from '../records'

/** Wire snapshots, stored once under the hash of their text; they never change. */
export interface SnapshotTable {
  /** Stores the snapshot; one that is there under this id is kept as it is. */
  put(snapshot: SnapshotRecord): void
  get(id: string): SnapshotRecord | undefined
}
