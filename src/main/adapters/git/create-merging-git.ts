// The part of git that brings work home, bound to a data folder.
import type { MergingGit } from '../../services/ports/merge'
import { gitVersion, MINIMUM_MERGING_GIT, requireGit } from './git-version'
import { withMergeFailures } from './merge-failure'
import { mergeLine } from './merge-line'
import { recoverMerges } from './merge-recovery'
import { mergeWorktree } from './merge-worktree'

/** @param data the data folder's real path; a merge keeps its journal in its `merging` */
export function createMergingGit(data: () => Promise<string>): MergingGit {
  const line = mergeLine()
  return {
    async mergeWorktree(record, order, options) {
      requireGit(await gitVersion(), MINIMUM_MERGING_GIT)
      const folder = await data()
      return line(record.commonDir, () =>
        withMergeFailures(folder, () => mergeWorktree(record, order, options, { dataDir: folder })),
      )
    },
    recoverMerges: async () => recoverMerges(await data()),
  }
}
