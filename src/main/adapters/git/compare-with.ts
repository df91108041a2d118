// The two sides of a comparison: a worktree as it lies there, and its start or the parent's files as they lie there.
import { FailureError } from '../../../shared/contract/failure'
import type { ComparedSide, GitOptions, WorktreeIdentity } from '../../services/ports/git'
import { type CapturedTree, withCapturedTree } from './capture-tree'
import { type GitAt, gitAt } from './git-at'
import { startOf } from './start-of'
import { withObjectsOf } from './temporary-index'
import { parentPlace, verifiedGit } from './worktree-git'

export interface Comparison extends CapturedTree {
  /** Bound to the worktree; with `env` it finds both sides. */
  git: GitAt
  /** The commit or tree that `tree` is compared with. */
  from: string
  against: ComparedSide
  /** Null when the branch lost its commit. */
  head: string | null
}

/**
 * Lends both sides of a comparison. What git has to store for it is gone afterwards: index and objects of worktree and
 * parent stay as they were.
 *
 * @throws FailureError `worktree.missing`; `worktree.not_git` when the parent's checkout is gone
 */
export async function withComparison<T>(
  record: WorktreeIdentity,
  dataDir: string,
  against: 'base' | 'parent',
  options: GitOptions,
  use: (comparison: Comparison) => Promise<T>,
): Promise<T> {
  const git = await verifiedGit(record, dataDir, options)
  const head = await headOf(git)
  if (against === 'base') {
    const side = { label: labelOfStart(record), commit: startOf(record) }
    return withCapturedTree(git, false, (own) => use({ ...own, git, head, from: startOf(record), against: side }))
  }
  const parent = await parentGit(record, options)
  return withCapturedTree(parent, false, async (theirs) => {
    const side = await describeParent(parent, theirs.tree)
    return withCapturedTree(git, false, (own) =>
      use({ ...own, env: withObjectsOf(own.env, theirs.env), git, head, from: theirs.tree, against: side }),
    )
  })
}

/** The commit a checkout stands on; null on a branch without one. */
export function headOf(git: GitAt): Promise<string | null> {
  return git.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
}

async function parentGit(record: WorktreeIdentity, options: GitOptions): Promise<GitAt> {
  const place = await parentPlace(record)
  if (place.workTree !== undefined) return gitAt(place, options)
  const { parentFolder } = record
  throw new FailureError('worktree.not_git', `${parentFolder}, where it was forked from, is no longer a git checkout`, {
    folder: parentFolder,
  })
}

function labelOfStart({ base, baseTree }: WorktreeIdentity): string {
  const commit = base.slice(0, 9)
  return baseTree === null ? `where it started (${commit})` : `where it started (${commit} and uncommitted work)`
}

async function describeParent(parent: GitAt, tree: string): Promise<ComparedSide> {
  const [ref, head, committed] = await Promise.all([
    parent.lineOrNull(['symbolic-ref', '--quiet', 'HEAD']),
    headOf(parent),
    parent.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{tree}']),
  ])
  const name = ref?.replace(/^refs\/heads\//, '') ?? head?.slice(0, 9) ?? 'the parent'
  if (tree === committed) return { label: `${name} as it is now`, commit: head }
  return { label: `${name} as it is now, with uncommitted work`, commit: null }
}
