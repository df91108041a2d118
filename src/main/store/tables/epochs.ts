import type { EpochRecord } from '../records'

/** Epochs never change once written. A fork without one of its own is in the epoch of the last block it inherits. */
export interface EpochTable {
  insert(epoch: EpochRecord): void
  get(id: string): EpochRecord | undefined
  /** The epoch the thread's next block belongs to; undefined where nothing was ever sent. */
  current(threadId: string): EpochRecord | undefined
  /** The thread's own epochs by `n`. */
  ofThread(threadId: string): EpochRecord[]
  /** The epoch of the history that the block at this position belongs to. */
  covering(threadId: string, position: number): EpochRecord | undefined
  nextN(threadId: string): number
}
