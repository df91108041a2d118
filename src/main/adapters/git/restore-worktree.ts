// The way back of a discarded worktree: its folder to its place, its registration and its branch as they were.
import { mkdir, realpath, unlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, WorktreeIdentity } from '../../services/ports/git'
import { adoptCheckout, requireAdoptable } from './adopt-checkout'
import { gitQueue } from './git-queue'
import { moveFolder } from './move-folder'
import { claimHolder, readOwner } from './owner-file'
import { kindAt } from './presence'
import { headRef, rescuedRef } from './private-refs'
import { relink, reregister } from './reconnect'
import { recreateWorktree } from './recreate-worktree'
import { findRegistration, listRegistrations, readGitLink, realPathOrNull } from './registration'
import { unlockRegistration } from './registration-lock'
import { verifyWorktree } from './verify-worktree'
import { registeredGit, repositoryGit } from './worktree-git'
import { objectToPlace } from './worktree-place'

type Recorded = WorktreeIdentity & { head: string; subPath: string }

/**
 * Moves the folder of a discarded worktree back to where it was. Safe to repeat: what an attempt that was cut off has done
 * already is not done again.
 *
 * @param from the folder that holds owner file and checkout; null where none is left: then the worktree is made again from
 *   what its refs keep (no ignored files, no empty folders)
 * @throws FailureError `conflict` when its place is taken or the folder is not provably its own, `worktree.missing` when its
 *   repository is gone or does not take it back; nothing has moved then
 */
export async function restoreWorktree(
  record: Recorded,
  dataDir: string,
  options: GitOptions & { from: string | null },
): Promise<{ head: string }> {
  const objection = await objectToPlace(dataDir, record.threadId, record.path)
  if (objection !== null) throw new FailureError('conflict', objection, { path: record.path })
  if ((await realPathOrNull(record.commonDir)) !== record.commonDir)
    throw new FailureError('worktree.missing', `Its repository ${record.commonDir} is gone`, { path: record.path })
  const holder = dirname(record.path)
  const isBack = (await kindAt(holder)) !== null
  if (isBack && !((await isOurs(holder, record)) && !(await isThere(options.from))))
    throw new FailureError('conflict', `${holder} is taken`, { path: holder })
  if (!isBack && options.from === null) return fromRefs(record, dataDir, options)
  if (!isBack && options.from !== null) await moveBack(record, options.from, holder)
  await register(record, options)
  const verdict = await verifyWorktree(record, dataDir)
  if (verdict.ok) return { head: verdict.head ?? record.head }
  throw new FailureError('worktree.missing', `The folder is back, but ${verdict.reason}`, { path: record.path })
}

async function isThere(folder: string | null): Promise<boolean> {
  return folder !== null && (await kindAt(folder)) !== null
}

async function isOurs(holder: string, record: WorktreeIdentity): Promise<boolean> {
  const owner = await readOwner(holder)
  return owner?.nonce === record.nonce && owner.threadId === record.threadId
}

async function moveBack(record: Recorded, from: string, holder: string): Promise<void> {
  const isReal = (await kindAt(from)) === 'folder' && (await realpath(from)) === from
  if (!isReal || !(await isOurs(from, record)))
    throw new FailureError('conflict', `${from} is not the discarded worktree`, { path: from })
  const checkout = join(from, basename(record.path))
  if ((await kindAt(checkout)) !== 'folder')
    throw new FailureError('conflict', `${checkout} is not a folder: nothing was moved`, { path: checkout })
  // Moved by hand, it is registered where it was before.
  const { commonDir, path } = record
  const registration = (await findRegistration(commonDir, checkout)) ?? (await findRegistration(commonDir, path))
  if (registration !== null && (await readGitLink(checkout)).kind === 'none' && (await kindAt(checkout)) === 'folder')
    await relink(checkout, registration.adminDir)
  await requireAdoptable(record, checkout)
  await moveFolder(from, holder)
}

/** The repository knows it again, at its place and on its branch. */
async function register(record: Recorded, options: GitOptions): Promise<void> {
  const { commonDir, path } = record
  if ((await kindAt(path)) !== 'folder')
    throw new FailureError('worktree.missing', `${dirname(path)} is back, but there is no checkout in it`, { path })
  if (!(await reregister(commonDir, path))) await adoptCheckout(record, options)
  const registration = await findRegistration(commonDir, path)
  if (registration === null)
    throw new FailureError('worktree.missing', 'The folder is back, but its repository does not take it', { path })
  await unlockRegistration(commonDir, registration.adminDir, path)
  const git = await registeredGit(record, options)
  if (git === null || (await git.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])) !== null) return
  // Somebody deleted its branch meanwhile: it stands where it stood.
  const commit = await lastCommit(record)
  if (commit !== null) await gitQueue(commonDir).run(() => git.run(['update-ref', 'HEAD', commit]))
}

async function lastCommit({ commonDir, threadId, head }: Recorded): Promise<string | null> {
  const git = repositoryGit(commonDir)
  for (const name of [rescuedRef(threadId, 'head'), headRef(threadId), head]) {
    const commit = await git.lineOrNull(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
    if (commit !== null) return commit
  }
  return null
}

/** A registration that stands where the folder was last is told of the place, empty as it is: its index and log are kept. */
async function registerHere(record: Recorded, dataDir: string): Promise<void> {
  const { commonDir, path, threadId } = record
  const ours = (checkout: string) => relative(dataDir, checkout).split(sep)[1]?.startsWith(`${threadId}-`) === true
  const registration = (await listRegistrations(commonDir)).find(({ checkout }) => ours(checkout))
  if (registration === undefined || (await kindAt(registration.checkout)) !== null) return
  await claimHolder(dirname(path), record)
  await mkdir(path)
  await relink(path, registration.adminDir)
  await reregister(commonDir, path)
  await unlockRegistration(commonDir, registration.adminDir, path)
  await unlink(join(path, '.git'))
}

/** No folder is left anywhere: its head, and on top of it the files that were in no commit. */
async function fromRefs(record: Recorded, dataDir: string, options: GitOptions): Promise<{ head: string }> {
  const head = (await lastCommit(record)) ?? record.head
  await registerHere(record, dataDir)
  const made = await recreateWorktree({ ...record, head }, dataDir, options)
  if (!made.ok) throw new FailureError('worktree.missing', made.reason, { path: record.path })
  const work = `${rescuedRef(record.threadId, 'work')}^{commit}`
  const git = await registeredGit(record, options)
  if (git !== null && (await git.lineOrNull(['rev-parse', '--verify', '--quiet', work])) !== null)
    await git.run(['restore', '--worktree', `--source=${rescuedRef(record.threadId, 'work')}`, '--', '.'])
  return { head: made.head }
}
