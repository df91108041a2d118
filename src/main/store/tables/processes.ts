import type { ProcessRecord } from '../records'

/** Process groups we started and have not seen end. */
export interface ProcessTable {
  insert(process: ProcessRecord): void
  remove(pid: number, startTicks: string): void
  list(): ProcessRecord[]
}
