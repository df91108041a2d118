// Takes a worktree away by moving it aside. Nothing is deleted, neither here nor in the repository.
import { mkdir, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { EpochMs } from '../../../shared/domain/units'
import type { DiscardedWorktree, GitOptions, WorktreeIdentity } from '../../services/ports/git'
import { moveFolder } from './move-folder'
import { readOwner } from './owner-file'
import { kindAt } from './presence'
import { relink, reregister } from './reconnect'
import { findRegistration, readGitLink, realPathOrNull } from './registration'
import { existingRescueRefs, keepRescueRefs } from './rescue-refs'
import { objectToPlace } from './worktree-place'

/**
 * Moves the worktree's folder to `<rescueDir>/<threadId>-<time>` and keeps its commits and uncommitted work in refs; the
 * branch stays. Safe to repeat in every mixed state: what is done already is not done again.
 *
 * @param at becomes part of the folder's name
 * @throws FailureError `conflict` when the folder is not provably ours
 */
export async function discardWorktree(
  record: WorktreeIdentity,
  dataDir: string,
  options: GitOptions & { rescueDir: string; at: EpochMs },
): Promise<DiscardedWorktree> {
  await mkdir(options.rescueDir, { recursive: true })
  const rescueDir = await realpath(options.rescueDir)
  const holder = dirname(record.path)
  const hasRepository = (await realPathOrNull(record.commonDir)) === record.commonDir
  if ((await kindAt(holder)) === null) return finishEarlier(record, rescueDir, hasRepository, options)
  await requireOurs(record, dataDir)
  const refs = hasRepository ? await keepRescueRefs(record, options) : []
  const rescuedTo = await freeName(join(rescueDir, `${record.threadId}-${stamp(options.at)}`))
  await linkBeforeMove(record)
  await moveFolder(holder, rescuedTo)
  return { rescuedTo, refs, notes: await reconnect(record, rescuedTo, hasRepository) }
}

/** All of `security.md`, "Deletion". A registration may be gone (somebody pruned it); it may not say otherwise. */
async function requireOurs(record: WorktreeIdentity, dataDir: string): Promise<void> {
  const refuse = (reason: string) => new FailureError('conflict', `Not moved: ${reason}`, { path: record.path })
  const objection = await objectToPlace(dataDir, record.threadId, record.path)
  if (objection !== null) throw refuse(objection)
  if (!(await isOurs(dirname(record.path), record))) throw refuse('the owner file does not name this worktree')
  const link = await readGitLink(record.path)
  if (link.kind === 'folder' || link.kind === 'foreign') throw refuse('its .git is not the file git made')
  if (link.kind === 'none') return
  const adminDir = await realPathOrNull(link.gitDir)
  const registration = await findRegistration(record.commonDir, record.path)
  if (adminDir !== null && adminDir !== registration?.adminDir)
    throw refuse('its repository has registered it elsewhere')
}

async function isOurs(holder: string, record: WorktreeIdentity): Promise<boolean> {
  const owner = await readOwner(holder)
  return owner?.nonce === record.nonce && owner.threadId === record.threadId
}

/** The folder is gone from its place: moved by a discard that was interrupted, or lost before. */
async function finishEarlier(
  record: WorktreeIdentity,
  rescueDir: string,
  hasRepository: boolean,
  options: GitOptions,
): Promise<DiscardedWorktree> {
  for (const name of await readdir(rescueDir)) {
    const folder = join(rescueDir, name)
    if (!name.startsWith(`${record.threadId}-`) || !(await isOurs(folder, record))) continue
    const refs = hasRepository ? await existingRescueRefs(record) : []
    return { rescuedTo: folder, refs, notes: await reconnect(record, folder, hasRepository) }
  }
  const refs = hasRepository ? await keepRescueRefs(record, options) : []
  return { rescuedTo: null, refs, notes: ['Its folder was gone already'] }
}

/** Git finds a moved checkout through its `.git` file: one that lost it gets it back first. */
async function linkBeforeMove({ path, commonDir }: WorktreeIdentity): Promise<void> {
  const registration = await findRegistration(commonDir, path)
  if (registration === null || (await kindAt(path)) !== 'folder') return
  if ((await readGitLink(path)).kind === 'none') await relink(path, registration.adminDir)
}

async function reconnect(record: WorktreeIdentity, rescuedTo: string, hasRepository: boolean): Promise<string[]> {
  if (!hasRepository) return ['Its repository is gone']
  const known = await reregister(record.commonDir, join(rescuedTo, basename(record.path)))
  return known ? [] : ['The repository no longer knows the folder']
}

/** UTC, sortable, fit for a file name: `20261130T142501`. */
function stamp(at: EpochMs): string {
  return new Date(at).toISOString().replace(/[-:]/g, '').slice(0, 15)
}

async function freeName(path: string): Promise<string> {
  for (let n = 2, name = path; ; n++) {
    if ((await kindAt(name)) === null) return name
    name = `${path}-${n}`
  }
}
