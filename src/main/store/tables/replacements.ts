import type { ReplacementRecord } from '../records'

/** Decisions about large tool results: each is made once and never changes. */
export interface ReplacementTable {
  /** Stores the decision, or keeps the one already there; answers with the one that holds. */
  freeze(decision: ReplacementRecord): ReplacementRecord
  /** The decisions of the whole history by position: ancestors' below their branch points, then the thread's own. */
  ofHistory(threadId: string): ReplacementRecord[]
  /** The decision about one result anywhere in the history. */
  get(threadId: string, toolUseId: string): ReplacementRecord | undefined
}
