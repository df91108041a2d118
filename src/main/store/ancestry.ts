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

/** More threads than a person works on at a time. */
const MOST_KEPT = 4_000

/**
 * Prepares the climb. The answer is empty for an unknown thread. Parents and branch points never change (a trigger), so a path
 * is climbed once.
 */
export function openAncestry({ db, gate }: Connection): (threadId: string) => readonly Ancestor[] {
  const statement = db.prepare<[string], Ancestor>(PATH)
  const kept = new Map<string, readonly Ancestor[]>()
  return (threadId) => {
    const known = kept.get(threadId)
    if (known) return known
    const path = withStoreFailures(db.name, () => statement.all(threadId))
    if (path.length === 0) return path
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(threadId, path)
    if (gate.open) gate.onFailure(() => kept.clear())
    return path
  }
}
