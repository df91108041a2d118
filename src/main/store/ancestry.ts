// The path from a session's root to a thread, and what of each ancestor belongs to the thread's history.
import type { Connection } from './connection'
import { withStoreFailures } from './store-failure'

/** A thread on the path from the root, and how much of its own the descendant at the path's end takes from it. */
export interface Ancestor {
  threadId: string
  /** Only blocks of this thread at positions below this one belong to the history; `Number.MAX_SAFE_INTEGER` for the thread itself. */
  below: number
}

/**
 * Begins at one thread and climbs. It is a common table expression and not a view, since SQLite would compute a recursive
 * view for all threads before it looked for the one that was asked for.
 */
const PATH = `
  WITH RECURSIVE path (thread_id, parent_id, branch_position, below, depth) AS (
    SELECT id, parent_id, branch_position, ${Number.MAX_SAFE_INTEGER}, 0 FROM threads WHERE id = ?
    UNION ALL
    SELECT threads.id, threads.parent_id, threads.branch_position, min(path.below, path.branch_position), path.depth + 1
    FROM path JOIN threads ON threads.id = path.parent_id
  )
  SELECT thread_id AS threadId, below FROM path ORDER BY depth DESC`

/** Prepares the climb. The answer is empty for an unknown thread. Parents and branch points never change (a trigger). */
export function openAncestry({ db }: Connection): (threadId: string) => Ancestor[] {
  const statement = db.prepare<[string], Ancestor>(PATH)
  return (threadId) => withStoreFailures(db.name, () => statement.all(threadId))
}
