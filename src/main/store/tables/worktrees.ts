import type { WorktreeRecord } from '../records'

export interface WorktreeTable {
  insert(worktree: WorktreeRecord): void
  get(threadId: string): WorktreeRecord | undefined
  update(threadId: string, patch: Partial<Omit<WorktreeRecord, 'threadId'>>): void
  /** All worktrees, oldest first. */
  list(): WorktreeRecord[]
}
