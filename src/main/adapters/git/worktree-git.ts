// Git bound to a worktree or to its repository, found through the repository's own registration.
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, WorktreeIdentity, WorktreeVerdict } from '../../services/ports/git'
import { type GitAt, type GitPlace, gitAt, plainGitAt } from './git-at'
import { kindAt } from './presence'
import { commonDirOf, findRegistration, gitDirOf } from './registration'
import { verifyWorktree } from './verify-worktree'

/** Git bound to what all worktrees share; for refs and objects only. */
export function repositoryGit(commonDir: string, signal?: AbortSignal): GitAt {
  return plainGitAt({ cwd: commonDir, gitDir: commonDir }, signal)
}

/**
 * Git bound to a verified worktree: it works there or fails, and never finds its way to another checkout.
 *
 * @throws FailureError `worktree.missing` with the state and the reason
 */
export async function verifiedGit(record: WorktreeIdentity, dataDir: string, options: GitOptions): Promise<GitAt> {
  const verdict = await verifyWorktree(record, dataDir)
  if (verdict.ok) return gitAt(placeOf(record.path, verdict.gitDir), options)
  throw unusable(record.path, verdict)
}

/** The failure for a worktree that is not what it was. */
export function unusable(path: string, verdict: Extract<WorktreeVerdict, { ok: false }>): FailureError {
  const { state, reason } = verdict
  return new FailureError('worktree.missing', `The worktree ${path} cannot be used: ${reason}`, {
    worktreeState: state,
    path,
  })
}

/** Git bound to a worktree that is registered, verified or not: for making and mending it. */
export async function registeredGit(record: WorktreeIdentity, options: GitOptions): Promise<GitAt | null> {
  const registration = await findRegistration(record.commonDir, record.path)
  if (registration === null) return null
  const { adminDir } = registration
  // Without a folder only what needs no working files still works: refs, objects, the index.
  const hasFolder = (await kindAt(record.path)) === 'folder'
  return gitAt(hasFolder ? placeOf(record.path, adminDir) : { cwd: adminDir, gitDir: adminDir }, options)
}

/**
 * Where to add worktrees from: the parent's checkout, whose sparse patterns git then copies, or the repository itself where
 * that checkout is gone.
 */
export async function parentPlace({ parentFolder, commonDir }: WorktreeIdentity): Promise<GitPlace> {
  const gitDir = await gitDirOf(parentFolder)
  if (gitDir !== null && (await commonDirOf(gitDir)) === commonDir) return placeOf(parentFolder, gitDir)
  return { cwd: commonDir, gitDir: commonDir }
}

function placeOf(checkout: string, gitDir: string): GitPlace {
  return { cwd: checkout, gitDir, workTree: checkout }
}
