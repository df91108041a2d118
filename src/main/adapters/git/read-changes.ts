// What a thread changed in its worktree, committed or not, against what it started from or what its parent has now.
import type { ChangedFile } from '../../../shared/domain/worktree'
import type { ChangesOptions, GitOptions, HeadFacts, WorktreeChanges, WorktreeIdentity } from '../../services/ports/git'
import { parseChangedFiles, withSizes } from './changed-files'
import { type Comparison, withComparison } from './compare-with'
import { cutDiff } from './cut-diff'
import type { GitAt } from './git-at'
import { splitNulText } from './nul-list'
import { ownCommits } from './own-commits'
import { startOf } from './start-of'

const MAX_DIFF_BYTES = 1_000_000
/** Plumbing, since it heeds almost no configuration; what could still start a program is off. */
const LISTS = ['diff-tree', '-r', '-z', '--raw', '--numstat', '--find-renames', '--no-ext-diff', '--no-textconv']
const PATCH = ['diff-tree', '-r', '--patch', '--find-renames', '--no-ext-diff', '--no-textconv', '--submodule=short']

interface Lists {
  files: ChangedFile[]
  uncommitted: ReadonlySet<string>
}

/**
 * Commits of the thread, staged, unstaged and untracked files together. The worktree's index stays untouched, as does the
 * parent's.
 *
 * @throws FailureError `worktree.missing`; `worktree.not_git` when the parent's checkout is gone and was asked for
 */
export async function readChanges(
  record: WorktreeIdentity,
  dataDir: string,
  options: ChangesOptions,
): Promise<WorktreeChanges> {
  const maxBytes = options.maxDiffBytes ?? MAX_DIFF_BYTES
  return withComparison(record, dataDir, options.against ?? 'base', options, async (comparison) => {
    const { git, env, from, tree, head, against } = comparison
    const [{ files }, patch, commits] = await Promise.all([
      listChanges(comparison),
      git.run([...PATCH, from, tree], { env, maxBytes, cutOutput: true }),
      ownCommits(git, startOf(record), head),
    ])
    return {
      head,
      files: await withSizes(files, record.path),
      diff: patch.cut ? cutDiff(patch.stdout, maxBytes) : patch.stdout.toString('utf8'),
      cut: patch.cut,
      commits,
      against,
    }
  })
}

/** Every file that differs between the two sides, and what of the worktree is in no commit. */
async function listChanges({ git, env, from, tree, head, ...paths }: Comparison): Promise<Lists> {
  const [lists, uncommitted] = await Promise.all([
    git.run([...LISTS, from, tree], { env }),
    uncommittedPaths(git, env, head, tree),
  ])
  return { files: parseChangedFiles(lists.stdout, { ...paths, uncommitted }), uncommitted }
}

/**
 * Facts for a thread's result: from git, not from what it says about itself.
 *
 * @throws FailureError `worktree.missing`
 */
export async function headFacts(record: WorktreeIdentity, dataDir: string, options: GitOptions): Promise<HeadFacts> {
  return withComparison(record, dataDir, 'base', options, async (comparison) => {
    const { git, head } = comparison
    const [{ files, uncommitted }, ref, since] = await Promise.all([
      listChanges(comparison),
      git.lineOrNull(['symbolic-ref', '--quiet', 'HEAD']),
      head === null ? '0' : git.line(['rev-list', '--count', `${startOf(record)}..${head}`]),
    ])
    return {
      branch: ref?.replace(/^refs\/heads\//, '') ?? null,
      head,
      commits: Number(since),
      filesChanged: files.length,
      uncommitted: uncommitted.size,
      ...lineTotals(files),
    }
  })
}

/** Lines added and removed in all text files. */
function lineTotals(files: readonly ChangedFile[]): { added: number; removed: number } {
  const sum = (of: (file: ChangedFile) => number | null) => files.reduce((total, file) => total + (of(file) ?? 0), 0)
  return { added: sum((file) => file.added), removed: sum((file) => file.removed) }
}

async function uncommittedPaths(
  git: GitAt,
  env: Record<string, string>,
  head: string | null,
  tree: string,
): Promise<ReadonlySet<string>> {
  if (head === null)
    return new Set(splitNulText((await git.run(['ls-tree', '-r', '-z', '--name-only', tree], { env })).stdout))
  const { stdout } = await git.run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', head, tree], { env })
  return new Set(splitNulText(stdout))
}
