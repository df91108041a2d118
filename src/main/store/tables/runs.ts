import type { EpochMs } from '../../../shared/domain/units'
import type { RunRecord } from '../records'

export interface RunTable {
  insert(run: RunRecord): void
  get(id: string): RunRecord | undefined
  finish(id: string, end: { endedAt: EpochMs; outcome: string }): void
  nextN(turnId: string): number
  /** Runs without an end, of all threads: what a crash left. */
  unfinished(): RunRecord[]
}
