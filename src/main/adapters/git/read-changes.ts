// What a thread changed in its worktree, committed or not, against the commit it started from.
import type { GitOptions, HeadFacts, WorktreeChanges, WorktreeIdentity } from '../../services/ports/git'
import { withCapturedTree } from './capture-tree'
import { parseChangedFiles } from './changed-files'
import { cutDiff } from './cut-diff'
import type { GitAt } from './git-at'
import { startOf } from './start-of'
import { verifiedGit } from './worktree-git'

const MAX_DIFF_BYTES = 1_000_000
const LISTS = ['diff-tree', '-r', '-z', '--raw', '--numstat', '--find-renames']
/** Plumbing, since it heeds almost no configuration; what could still start a program is off. */
const PATCH = ['diff-tree', '-r', '--patch', '--find-renames', '--no-ext-diff', '--no-textconv', '--submodule=short']

/**
 * Commits of the thread, staged, unstaged and untracked files together. The worktree's index stays untouched.
 *
 * @throws FailureError `worktree.missing`
 */
export async function readChanges(
  record: WorktreeIdentity,
  dataDir: string,
  options: GitOptions & { maxDiffBytes?: number },
): Promise<WorktreeChanges> {
  const maxBytes = options.maxDiffBytes ?? MAX_DIFF_BYTES
  const git = await verifiedGit(record, dataDir, options)
  const head = await headOf(git)
  return withCapturedTree(git, false, async ({ tree, env, untracked, unmerged }) => {
    const [lists, patch] = await Promise.all([
      git.run([...LISTS, startOf(record), tree], { env }),
      git.run([...PATCH, startOf(record), tree], { env, maxBytes, cutOutput: true }),
    ])
    return {
      head,
      files: parseChangedFiles(lists.stdout, untracked, unmerged),
      diff: patch.cut ? cutDiff(patch.stdout, maxBytes) : patch.stdout.toString('utf8'),
      cut: patch.cut,
    }
  })
}

/**
 * Facts for a thread's result: from git, not from what it says about itself.
 *
 * @throws FailureError `worktree.missing`
 */
export async function headFacts(record: WorktreeIdentity, dataDir: string, options: GitOptions): Promise<HeadFacts> {
  const git = await verifiedGit(record, dataDir, options)
  const [head, ref] = await Promise.all([headOf(git), git.lineOrNull(['symbolic-ref', '--quiet', 'HEAD'])])
  const since = head === null ? '0' : await git.line(['rev-list', '--count', `${startOf(record)}..${head}`])
  const filesChanged = await withCapturedTree(git, false, async ({ tree, env, untracked, unmerged }) => {
    const { stdout } = await git.run([...LISTS, startOf(record), tree], { env })
    return parseChangedFiles(stdout, untracked, unmerged).length
  })
  return { branch: ref?.replace(/^refs\/heads\//, '') ?? null, head, commits: Number(since), filesChanged }
}

function headOf(git: GitAt): Promise<string | null> {
  return git.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
}
