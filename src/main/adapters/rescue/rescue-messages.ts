// What the host's thread and the rescue thread say to each other.
import type { Failure } from '../../../shared/contract/failure'
import type { WorktreeIdentity } from '../../services/ports/git'

export type RescueTask =
  | { kind: 'measure'; folder: string }
  | { kind: 'archive'; archive: string; roots: Record<string, string> }
  | { kind: 'verify'; archive: string; folder: string }
  | { kind: 'remove'; archive: string; folder: string; record: WorktreeIdentity; dataDir: string; partly: boolean }
  | { kind: 'unpack'; archive: string; targets: Record<string, string> }

export interface AskedRescue {
  id: number
  task: RescueTask
}

/** A number of bytes is the answer to every task but two. */
export type AnsweredRescue = { id: number } & ({ bytes: number | null } | { failure: Failure } | { bug: string })
