// Refs of ours: they keep commits alive without being anybody's branch. `git gc` honours them, no ordinary push sends them.

/** Everything below belongs to Tine; comparisons of the person's refs leave it out. */
export const PRIVATE_REFS = 'refs/tine/'

/** The commit a thread's worktree started from, with the carried work. */
export function baseRef(threadId: string): string {
  return `${PRIVATE_REFS}base/${threadId}`
}

/** The last head seen in a thread's worktree. */
export function headRef(threadId: string): string {
  return `${PRIVATE_REFS}head/${threadId}`
}

/**
 * What a discarded worktree held: `head` is its commit, `work` a commit of its uncommitted files, `index` one of what was staged,
 * `past` one on top of what only its own log knows.
 */
export const RESCUED_PARTS = ['head', 'work', 'index', 'past'] as const
export type RescuedPart = (typeof RESCUED_PARTS)[number]

/** The ref for a part of what a discarded worktree held. */
export function rescuedRef(threadId: string, part: RescuedPart): string {
  return `${PRIVATE_REFS}rescued/${threadId}/${part}`
}

/** What the destination of a merge was before: its HEAD, with its uncommitted work on top. */
export function beforeMergeRef(threadId: string): string {
  return `${PRIVATE_REFS}before-merge/${threadId}`
}

/** What of a worktree's work has come home so far. */
export function mergedRef(threadId: string): string {
  return `${PRIVATE_REFS}merged/${threadId}`
}
