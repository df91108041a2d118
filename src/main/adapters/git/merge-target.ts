// Where a worktree's work is to go: the checkout it was made from, or a branch.
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, WorktreeIdentity } from '../../services/ports/git'
import type { MergeOrder } from '../../services/ports/merge'
import { type GitAt, gitAt } from './git-at'
import { operationsUnderWay } from './in-use'
import { commonDirOf, gitDirOf } from './registration'
import { parentPlace } from './worktree-git'

export interface MergeTarget {
  git: GitAt
  /** The checkout whose files follow; null for a branch nobody has checked out. */
  checkout: { folder: string; gitDir: string } | null
  /** What moves: a branch's full name, or HEAD where it is detached. */
  ref: string
  branch: string | null
  /** Where `ref` stands; null for a branch that is to be made. */
  head: string | null
  /** The commit the work is merged into. */
  onto: string
}

/**
 * Finds the destination as it is now.
 *
 * @throws FailureError `worktree.missing` without the parent's checkout, `worktree.busy` in the middle of another merge there
 *   or for a branch that is checked out anywhere, `worktree.no_commit`, `invalid_input` for a name no branch can have
 */
export async function mergeTarget(
  record: WorktreeIdentity,
  into: MergeOrder['into'],
  options: GitOptions,
): Promise<MergeTarget> {
  const git = await gitAt(await parentPlace(record), options)
  const checkout = await checkoutOf(record)
  if (into.kind === 'branch') return branchTarget(git, record, into.name)
  if (checkout === null) {
    throw new FailureError(
      'worktree.missing',
      `The folder this worktree was made from is gone: ${record.parentFolder}`,
      { path: record.parentFolder },
    )
  }
  const head = await git.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  if (head === null)
    throw new FailureError('worktree.no_commit', 'The branch in the parent’s folder has no commit to merge into.')
  await refuseUnfinished(checkout)
  const current = await git.lineOrNull(['symbolic-ref', '--quiet', 'HEAD'])
  const branch = current?.replace(/^refs\/heads\//, '') ?? null
  return { git, checkout, ref: current ?? 'HEAD', branch, head, onto: head }
}

async function checkoutOf({ parentFolder, commonDir }: WorktreeIdentity): Promise<MergeTarget['checkout']> {
  const gitDir = await gitDirOf(parentFolder)
  if (gitDir === null || (await commonDirOf(gitDir)) !== commonDir) return null
  return { folder: parentFolder, gitDir }
}

async function branchTarget(git: GitAt, record: WorktreeIdentity, name: string): Promise<MergeTarget> {
  const ref = `refs/heads/${name}`
  if ((await git.run(['check-ref-format', '--branch', name], { answers: [1, 128] })).code !== 0 || name.includes('@{'))
    throw new FailureError('invalid_input', `“${name}” cannot be the name of a branch.`, { name })
  const place = await git.line(['for-each-ref', '--format=%(worktreepath)', ref])
  if (place !== '') {
    // Its files would have to follow: that is what a merge into the parent's folder does.
    const advice = place === record.parentFolder ? ': merge into the parent’s folder' : ''
    const message = `The branch ${name} is checked out at ${place}${advice}.`
    throw new FailureError('worktree.busy', message, { branch: name, place })
  }
  const head = await git.lineOrNull(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
  return { git, checkout: null, ref, branch: name, head, onto: head ?? record.base }
}

async function refuseUnfinished({ folder, gitDir }: { folder: string; gitDir: string }): Promise<void> {
  const [reason] = await operationsUnderWay(gitDir)
  if (reason === undefined) return
  throw new FailureError('worktree.busy', `Nothing can be merged into ${folder}: ${reason}.`, { folder })
}
