import type { EpochMs, NanoUsd } from '../../../shared/domain/units'
import type { LedgerSum, RequestRecord } from '../records'

/** The ledger. Money of a sum is null where a finished request with tokens has no price. */
export interface RequestTable {
  insert(request: RequestRecord): void
  /** Writes what is known at the end of a request. */
  finish(id: string, patch: Partial<Omit<RequestRecord, 'id' | 'threadId' | 'n'>>): void
  get(id: string): RequestRecord | undefined
  /** The thread's requests by `n`. */
  ofThread(threadId: string): RequestRecord[]
  last(threadId: string): RequestRecord | undefined
  nextN(threadId: string): number
  /** Requests without an end, of all threads: what a crash left. */
  unfinished(): RequestRecord[]
  /** One sum per thread of the session that made requests, in the order of the threads' creation. */
  sums(sessionId: string): LedgerSum[]
  /** The sum of one thread; zeros without requests. */
  sumOfThread(threadId: string): LedgerSum
  /** What requests begun at or after `at` cost, as far as prices are known. */
  spentSince(at: EpochMs): NanoUsd
  /** The latest request that sent exactly this prefix and got an answer begun: it says until when the prefix is warm. */
  lastForPrefix(link: string): RequestRecord | undefined
}
