import { z } from 'zod'
import type { Connection } from '../connection'
import { choice, type Fields, integer, json, text } from '../fields'
import { WORKTREE_OPERATIONS, type WorktreeStepRecord } from '../records'
import { openRows } from '../rows'

/** The journal of what is being done to worktrees: a row that is there when the app starts was cut off. */
export interface WorktreeStepTable {
  get(threadId: string): WorktreeStepRecord | undefined
  /** All, in no particular order. */
  list(): WorktreeStepRecord[]
  /** Writes the row of a worktree anew. */
  put(record: WorktreeStepRecord): void
  remove(threadId: string): void
}

const fields: Fields<WorktreeStepRecord> = {
  threadId: text('thread_id'),
  operation: choice('operation', WORKTREE_OPERATIONS),
  step: text('step'),
  data: json('data_json', z.record(z.string(), z.json())),
  beganAt: integer('began_at'),
}

export function openWorktreeSteps(connection: Connection): WorktreeStepTable {
  const rows = openRows(connection, 'worktree_steps', ['thread_id'], fields)
  const byThread = rows.select('WHERE thread_id = ?')
  const all = rows.select('ORDER BY thread_id')
  const remove = rows.write('DELETE FROM worktree_steps WHERE thread_id = ?')
  return {
    get: (threadId) => byThread.first(threadId),
    list: () => all.all(),
    put(record) {
      remove.run(record.threadId)
      rows.insert(record)
    },
    remove: (threadId) => void remove.run(threadId),
  }
}
