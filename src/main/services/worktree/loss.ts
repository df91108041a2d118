// What would be gone if a worktree were gone: asked before every way of taking one away.
import type { WorktreeRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { WorktreeLoss } from '../ports/git'
import { threadOf } from '../threads'
import type { Worktrees } from '../worktrees'

/**
 * The one decision whether taking a worktree away needs a person's word: what git and the disk know, and the threads that
 * have no other folder.
 *
 * @returns what would be lost, a line each; empty: nothing
 */
export async function lossOf(
  parts: Pick<HostParts, 'store' | 'git'>,
  worktrees: Worktrees,
  record: WorktreeRecord,
): Promise<string[]> {
  const { git } = parts
  const verdict = await git.verifyWorktree(record)
  // A folder whose state cannot be told may hold anything.
  if (!verdict.ok) return verdict.state === 'replaced' ? [`nobody can tell what, since ${verdict.reason}`] : []
  const loss = await git.assessLoss(record, await worktrees.options(record))
  const others = guestsOf(parts, worktrees, record)
  const all = { ...loss, inUse: [...loss.inUse, ...others] }
  return git.wouldLose(all) ? describeLoss(all) : []
}

/** Threads at rest that work in a worktree which is not their own: they could not go on. */
function guestsOf({ store }: Pick<HostParts, 'store'>, worktrees: Worktrees, { threadId }: WorktreeRecord): string[] {
  const { sessionId } = threadOf(store, threadId)
  return store.threads
    .ofSession(sessionId)
    .filter((other) => other.id !== threadId && worktrees.place(other).worktree?.threadId === threadId)
    .map((other) => `“${other.title}” works in it too`)
}

/** What would be lost, a line each, for the person. */
function describeLoss(loss: WorktreeLoss): string[] {
  const named = (count: number, [one, many]: readonly [string, string], names: readonly string[]) =>
    count === 0
      ? []
      : [
          `${count} ${count === 1 ? one : many}${names.length > 0 ? ` (${names.slice(0, 5).join(', ')}${count > 5 ? ', …' : ''})` : ''}`,
        ]
  // A commit that no branch has is not merged either: it is said once.
  const unmerged = Math.max(0, loss.unmerged - loss.commits)
  return [
    ...named(loss.uncommitted.length, ['uncommitted change', 'uncommitted changes'], loss.uncommitted),
    ...named(loss.untracked.length, ['untracked file', 'untracked files'], loss.untracked),
    ...named(loss.ignored.length, ['ignored file that is only here', 'ignored files that are only here'], loss.ignored),
    ...named(loss.commits, ['commit no other branch has', 'commits no other branch has'], []),
    ...named(unmerged, ['commit that is not merged', 'commits that are not merged'], []),
    ...loss.inUse,
  ]
}
