// Registers a checkout that its repository has forgotten. Git only makes new ones: a new, empty one lends it its `.git` file.
import { mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, WorktreeIdentity } from '../../services/ports/git'
import type { GitAt } from './git-at'
import { gitQueue } from './git-queue'
import { headRef, rescuedRef } from './private-refs'
import { reregister } from './reconnect'
import { findRegistration, readGitLink, realPathOrNull } from './registration'
import { registeredGit, repositoryGit } from './worktree-git'

/**
 * Not a file of the checkout is touched but its `.git`, and that only where it points to nothing. What was staged comes back
 * from its ref, or the index is that of the commit.
 *
 * @throws FailureError `conflict` when its branch is checked out elsewhere or its `.git` is no dangling link,
 *   `worktree.missing` when no commit of it is left
 */
export async function adoptCheckout(record: WorktreeIdentity & { head: string }, options: GitOptions): Promise<void> {
  const { commonDir, path } = record
  const link = await readGitLink(path)
  const dangles = link.kind === 'none' || (link.kind === 'file' && (await realPathOrNull(link.gitDir)) === null)
  if (!dangles) throw new FailureError('conflict', `${path} has a .git that is not Tine’s to replace`, { path })
  const git = repositoryGit(commonDir, options.signal)
  const target = await targetOf(git, record)
  const lender = await mkdtemp(join(dirname(path), 'register-'))
  const empty = join(lender, basename(path))
  await mkdir(empty)
  await gitQueue(commonDir).run(() => git.run(['worktree', 'add', '--no-checkout', ...target(empty)]), options.signal)
  await rename(join(empty, '.git'), join(path, '.git'))
  await rmdir(empty)
  await rmdir(lender)
  await reregister(commonDir, path)
  const own = await registeredGit(record, options)
  if (own === null) return
  const staged = `${rescuedRef(record.threadId, 'index')}^{commit}`
  const hasStaged = (await own.lineOrNull(['rev-parse', '--verify', '--quiet', staged])) !== null
  await own.run(['read-tree', hasStaged ? rescuedRef(record.threadId, 'index') : 'HEAD'])
}

/**
 * Asked before its folder is moved: would its repository take it?
 *
 * @throws as `adoptCheckout`
 */
export async function requireAdoptable(record: WorktreeIdentity & { head: string }, checkout: string): Promise<void> {
  const link = await readGitLink(checkout)
  const isKnown = link.kind === 'file' && (await realPathOrNull(link.gitDir)) !== null
  if (!isKnown && (await findRegistration(record.commonDir, checkout)) === null)
    await targetOf(repositoryGit(record.commonDir), record)
}

/** On its branch where that stands where the worktree stood, else at that very commit. */
async function targetOf(git: GitAt, record: WorktreeIdentity & { head: string }): Promise<(place: string) => string[]> {
  const commitAt = (name: string) => git.lineOrNull(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
  const tip = await commitAt(`refs/heads/${record.branch}`)
  const { threadId, branch } = record
  const stood =
    (await commitAt(rescuedRef(threadId, 'head'))) ??
    (await commitAt(headRef(threadId))) ??
    tip ??
    (await commitAt(record.head))
  if (stood === null)
    throw new FailureError('worktree.missing', 'No commit of the worktree is left in its repository', { branch })
  if (tip === null) return (place) => ['--no-track', '-b', branch, place, stood]
  const elsewhere = await git.line(['for-each-ref', '--format=%(worktreepath)', `refs/heads/${branch}`])
  if (elsewhere !== '')
    throw new FailureError('conflict', `Its branch ${branch} is checked out at ${elsewhere}`, {
      branch,
      path: elsewhere,
    })
  return tip === stood ? (place) => [place, branch] : (place) => ['--detach', place, stood]
}
