import type { BlockRecord } from '../records'

/**
 * The wire's blocks. They are only ever appended: the database itself refuses to change or delete one. A block that cannot be
 * read makes every read over it throw `store.unreadable`, since a history with a hole must never be sent.
 */
export interface BlockTable {
  append(blocks: readonly BlockRecord[]): void
  /**
   * The blocks of the history (ancestors up to their branch points, then own) by position.
   *
   * @param fromPosition inclusive; 0 when left out
   * @param below exclusive; the end of the history when left out
   */
  history(threadId: string, fromPosition?: number, below?: number): BlockRecord[]
  /** Only the blocks the thread itself stores, by position. */
  own(threadId: string): BlockRecord[]
  /** The last block of the history. */
  last(threadId: string): BlockRecord | undefined
  /** The block of the history at a position. */
  at(threadId: string, position: number): BlockRecord | undefined
  /** How many blocks the history has: the position the next block gets. */
  count(threadId: string): number
}
