import type { EpochMs } from '../../../shared/domain/units'
import type { SessionRecord } from '../records'

export interface SessionTable {
  insert(session: SessionRecord): void
  get(id: string): SessionRecord | undefined
  /** The sessions of one project, or all; the one changed last first. */
  list(projectId?: string): SessionRecord[]
  /** Moves `updatedAt` forward; an earlier time changes nothing. */
  touch(id: string, at: EpochMs): void
  update(id: string, patch: Partial<Omit<SessionRecord, 'id'>>): void
}
