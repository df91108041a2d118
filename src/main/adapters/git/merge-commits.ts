// The commits a merge makes: those of the worktree as they go home, what it has not committed, and the one in the person's history.
import type { WorktreeIdentity } from '../../services/ports/git'
import type { MergeOptions, MergeOrder } from '../../services/ports/merge'
import type { GitAt } from './git-at'
import { personCommit, plainCommit } from './merge-commit'
import { type MergePlan, refuseConflicts } from './merge-plan'
import { isWithin } from './merge-record'
import { replayOwn, treeOf } from './merge-replay'
import type { MergeTarget } from './merge-target'
import { mergeTrees } from './merge-trees'
import { startOf } from './start-of'

export interface Tip {
  commit: string
  /** What of it was not committed in the worktree, as a commit of its own on top; null where everything was. */
  uncommitted: string | null
}

/**
 * The worktree's work as a line of commits: its own, then one for what is uncommitted.
 *
 * @param head the worktree's HEAD; null where its branch has no commit
 * @throws FailureError `worktree.conflict` where a commit does not stand without the carried work
 */
export async function tipOf(
  target: MergeTarget,
  record: WorktreeIdentity,
  plan: MergePlan,
  head: string | null,
  order: MergeOrder,
): Promise<Tip> {
  const { git } = target
  const from = head ?? startOf(record)
  // Beside the parent's commits where it can be; on top of them where they hold what was carried by now.
  for (const onto of record.base === target.onto ? [record.base] : [record.base, target.onto]) {
    const last = onto === target.onto
    const own = await replayOwn(git, record, from, { onto, into: target.onto })
    if ('conflicts' in own) {
      if (last) refuseConflicts(own.conflicts.map(uncommittedThere))
      continue
    }
    const rest = await withoutCarried(git, record, plan.work, onto)
    if (rest.conflicts.length > 0) {
      if (last) refuseConflicts(rest.conflicts.map(uncommittedThere))
      continue
    }
    if (rest.tree === (await treeOf(git, own.tip))) return { commit: own.tip, uncommitted: null }
    const commit = { tree: rest.tree, parents: [own.tip], message: order.uncommittedMessage }
    const uncommitted = await plainCommit(git, commit)
    return { commit: uncommitted, uncommitted }
  }
  throw new Error('no commit to stand on')
}

function withoutCarried(git: GitAt, record: WorktreeIdentity, work: string, onto: string) {
  if (record.baseTree === null) return Promise.resolve({ tree: work, conflicts: [] })
  return Promise.all([treeOf(git, record.baseTree), treeOf(git, onto)]).then(([start, ours]) =>
    mergeTrees(git, start, ours, work),
  )
}

function uncommittedThere<T extends { reason: string }>(conflict: T): T {
  return {
    ...conflict,
    reason: `${conflict.reason}; it builds on work that is not committed in the parent’s folder`,
  }
}

/** Makes the commit that goes on top of the destination. */
export async function commitOnto(
  target: MergeTarget,
  tree: string,
  tip: Tip | null,
  order: MergeOrder,
  options: MergeOptions,
): Promise<string> {
  const { git, onto } = target
  const joins = tip !== null && !(await isWithin(git, tip.commit, onto))
  const parents = joins ? [onto, tip.commit] : [onto]
  return personCommit(git, { tree, parents, message: order.message }, options)
}
