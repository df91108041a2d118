import { z } from 'zod'
import { threadState } from '../../../shared/domain/thread'
import { worktreeState } from '../../../shared/domain/worktree'
import type { Connection } from '../connection'
import { choice, type Fields, integer, json, nullable, text } from '../fields'
import type { WorktreeRecord } from '../records'
import { mustChange, openRows } from '../rows'

export interface WorktreeTable {
  insert(worktree: WorktreeRecord): void
  get(threadId: string): WorktreeRecord | undefined
  update(threadId: string, patch: Partial<Omit<WorktreeRecord, 'threadId'>>): void
  /** All worktrees, oldest first. */
  list(): WorktreeRecord[]
}

const threadBefore: z.ZodType<NonNullable<WorktreeRecord['threadBefore']>> = z.object({
  state: threadState,
  stateReason: z.string().nullable(),
  endCause: z.enum(['person', 'isolation', 'shutdown', 'crash']).nullable(),
  resumable: z.boolean(),
  endedAt: z.number().nullable(),
})

const fields: Fields<WorktreeRecord> = {
  threadId: text('thread_id'),
  projectId: text('project_id'),
  parentFolder: text('parent_folder'),
  commonDir: text('common_dir'),
  path: text('path'),
  subPath: text('sub_path'),
  branch: text('branch'),
  base: text('base'),
  baseTree: nullable(text('base_tree')),
  head: text('head'),
  state: choice('state', worktreeState.options),
  filesChanged: integer('files_changed'),
  nonce: text('nonce'),
  rescuedTo: nullable(text('rescued_to')),
  rescuedAt: nullable(integer('rescued_at')),
  createdAt: integer('created_at'),
  keptAt: nullable(integer('kept_at')),
  uncommitted: integer('uncommitted'),
  added: integer('lines_added'),
  removed: integer('lines_removed'),
  notes: json('notes_json', z.array(z.string())),
  bytes: nullable(integer('bytes')),
  archive: nullable(text('archive')),
  archiveBytes: nullable(integer('archive_bytes')),
  threadBefore: nullable(json('thread_before_json', threadBefore)),
}

export function openWorktrees(connection: Connection): WorktreeTable {
  const rows = openRows(connection, 'worktrees', ['thread_id'], fields)
  const byThread = rows.select('WHERE thread_id = ?')
  const all = rows.select('ORDER BY ordinal')
  return {
    insert: rows.insert,
    get: (threadId) => byThread.first(threadId),
    update: (threadId, patch) => mustChange(rows.update([threadId], patch), 'worktrees', threadId),
    list: () => all.all(),
  }
}
