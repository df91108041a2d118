// Brings a lost worktree back at its recorded path, from the best that is left of it, or says why not.
import { mkdir, readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, RecreateOutcome, WorktreeIdentity } from '../../services/ports/git'
import { CHECKOUT_LIMIT_MS } from './checkout-limit'
import { compareCheckout } from './compare-checkout'
import { fillExtras } from './fill-extras'
import type { GitAt } from './git-at'
import { gitQueue } from './git-queue'
import { claimHolder, markCreated, readOwner } from './owner-file'
import { kindAt } from './presence'
import { headRef } from './private-refs'
import { relink } from './reconnect'
import { findRegistration, readGitLink } from './registration'
import { readStatus } from './status'
import { verifyWorktree } from './verify-worktree'
import { registeredGit, repositoryGit } from './worktree-git'
import { objectToPlace } from './worktree-place'

type Recorded = WorktreeIdentity & { head: string; subPath: string }
type Source = Extract<RecreateOutcome, { ok: true }>['from']

const LOST = 'Unstaged changes, untracked and ignored files that were only in the folder are not in it'

/**
 * Recreates a worktree that is missing. What stands at its path and is not the worktree is never touched; a folder that only
 * lost its `.git` file gets it back, with everything in it.
 */
export async function recreateWorktree(
  record: Recorded,
  dataDir: string,
  options: GitOptions,
): Promise<RecreateOutcome> {
  const objection = await objectToPlace(dataDir, record.threadId, record.path)
  if (objection !== null) return { ok: false, reason: objection }
  const verdict = await verifyWorktree(record, dataDir)
  if (verdict.ok) return { ok: true, head: verdict.head ?? record.head, from: 'registration', notes: [] }
  if (verdict.state === 'moved') return { ok: false, reason: verdict.reason }
  if (await hasContent(record.path)) return relinkInPlace(record, dataDir, verdict.reason)
  if ((await kindAt(record.commonDir)) !== 'folder') return { ok: false, reason: verdict.reason }
  try {
    await holdAgain(record)
    const registration = await findRegistration(record.commonDir, record.path)
    if (registration !== null) return await fromRegistration(record, registration.adminDir, dataDir, options)
    return await fromCommit(record, dataDir, options)
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, reason: error.message }
    throw error
  }
}

/** The folder is there, ours, registered; only the pointer to the repository is gone. */
async function relinkInPlace(record: Recorded, dataDir: string, reason: string): Promise<RecreateOutcome> {
  const owner = await readOwner(dirname(record.path))
  const registration = await findRegistration(record.commonDir, record.path)
  if (owner?.nonce !== record.nonce || registration === null || (await kindAt(record.path)) !== 'folder') {
    return { ok: false, reason }
  }
  if ((await readGitLink(record.path)).kind !== 'none') return { ok: false, reason }
  await relink(record.path, registration.adminDir)
  return outcome(record, dataDir, 'registration', [])
}

async function hasContent(folder: string): Promise<boolean> {
  return (await kindAt(folder)) !== null && (await readdir(folder)).length > 0
}

async function holdAgain(record: Recorded): Promise<void> {
  const holder = dirname(record.path)
  const owner = await readOwner(holder)
  if (owner === null) await claimHolder(holder, record)
  else if (owner.nonce !== record.nonce) {
    throw new FailureError('conflict', `${holder} belongs to another worktree`, { path: holder })
  }
}

/** The repository still has the worktree's index: staged work comes back too. */
async function fromRegistration(
  record: Recorded,
  adminDir: string,
  dataDir: string,
  options: GitOptions,
): Promise<RecreateOutcome> {
  await mkdir(record.path, { recursive: true })
  await relink(record.path, adminDir)
  const git = await registeredGit(record, options)
  if (git === null) return { ok: false, reason: 'The repository forgot the worktree meanwhile' }
  await restoreBranch(record, git)
  await git.run(['checkout-index', '--all', '--force', '--quiet', '-u'], {
    timeLimitMs: CHECKOUT_LIMIT_MS,
    answers: [1],
  })
  const notes = [LOST, ...(await fillExtras(record, git, options))]
  await markCreated(dirname(record.path), record)
  const missing = (await readStatus(git)).entries.filter((entry) => entry.xy.endsWith('D') || entry.kind === 'unmerged')
  if (missing.length > 0) notes.push(`${missing.length} files with conflicts could not be written`)
  return outcome(record, dataDir, 'registration', notes)
}

async function fromCommit(record: Recorded, dataDir: string, options: GitOptions): Promise<RecreateOutcome> {
  const found = await lastKnownCommit(record)
  if (found === null) return { ok: false, reason: 'Neither its branch nor a commit of it is left in the repository' }
  const repository = repositoryGit(record.commonDir, options.signal)
  const target =
    found.from === 'branch'
      ? [record.path, record.branch]
      : ['--no-track', '-b', record.branch, record.path, found.commit]
  await gitQueue(record.commonDir).run(
    () => repository.run(['worktree', 'add', '--no-checkout', ...target]),
    options.signal,
  )
  const git = await registeredGit(record, options)
  if (git === null) return { ok: false, reason: `git did not register ${basename(record.path)}` }
  await git.run(['reset', '--hard', '--quiet', '--no-recurse-submodules'], { timeLimitMs: CHECKOUT_LIMIT_MS })
  const notes = [LOST, ...(await compareCheckout(git, found.commit)), ...(await fillExtras(record, git, options))]
  await markCreated(dirname(record.path), record)
  return outcome(record, dataDir, found.from, notes)
}

/** A branch somebody deleted is made again where the worktree stood last. */
async function restoreBranch(record: Recorded, git: GitAt): Promise<void> {
  if ((await git.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])) !== null) return
  const found = await lastKnownCommit(record)
  if (found === null) throw new FailureError('worktree.missing', 'No commit of the worktree is left in the repository')
  await gitQueue(record.commonDir).run(() => git.run(['update-ref', 'HEAD', found.commit]))
}

async function lastKnownCommit(record: Recorded): Promise<{ commit: string; from: Source } | null> {
  const git = repositoryGit(record.commonDir)
  const candidates: [Source, string][] = [
    ['branch', `refs/heads/${record.branch}`],
    ['kept-ref', headRef(record.threadId)],
    ['recorded-head', record.head],
  ]
  for (const [from, name] of candidates) {
    const commit = await git.lineOrNull(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
    if (commit !== null) return { commit, from }
  }
  return null
}

async function outcome(record: Recorded, dataDir: string, from: Source, notes: string[]): Promise<RecreateOutcome> {
  const verdict = await verifyWorktree(record, dataDir)
  if (!verdict.ok) return { ok: false, reason: verdict.reason }
  return { ok: true, head: verdict.head ?? record.head, from, notes }
}
