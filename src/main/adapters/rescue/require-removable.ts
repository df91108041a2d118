// May this folder be removed? All of security.md, "Deletion", for `<data>/rescued/<threadId>-…` and nothing else.
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { WorktreeIdentity } from '../../services/ports/git'
import { readOwner } from '../git/owner-file'
import { isAbsent, kindAt } from '../git/presence'
import { findRegistration, readGitLink, realPathOrNull } from '../git/registration'

/**
 * Its real path is below the data folder's `rescued` and named for the thread, no component is a link, the owner file
 * names this worktree with its nonce, and the repository has registered exactly this checkout.
 *
 * @param dataDir a real path
 * @param partly its removal was cut off: then the checkout, or its `.git` file, may be gone already
 * @throws FailureError `conflict` with what speaks against it
 */
export async function requireRemovable(
  record: WorktreeIdentity,
  dataDir: string,
  folder: string,
  partly: boolean,
): Promise<void> {
  const refuse = (why: string) => new FailureError('conflict', `${folder} is not removed: ${why}`, { path: folder })
  const rescued = join(dataDir, 'rescued')
  const named =
    basename(folder).startsWith(`${record.threadId}-`) && basename(folder).length > record.threadId.length + 1
  if (dirname(folder) !== rescued || join(rescued, basename(folder)) !== folder || !named)
    throw refuse(`it is not a rescued folder of ${record.threadId}`)
  const checkout = join(folder, basename(record.path))
  for (const path of [dataDir, rescued, folder, checkout]) {
    if (partly && path === checkout && (await kindAt(path)) === null) continue
    const objection = await objectionTo(path)
    if (objection !== null) throw refuse(objection)
  }
  const owner = await readOwner(folder)
  if (owner?.nonce !== record.nonce || owner.threadId !== record.threadId)
    throw refuse('its owner file does not name this worktree')
  if ((await realPathOrNull(record.commonDir)) !== record.commonDir) throw refuse('its repository is gone')
  const registration = await findRegistration(record.commonDir, checkout)
  if (registration === null) throw refuse('its repository has not registered it there')
  const link = await readGitLink(checkout)
  if (link.kind === 'none' && partly) return
  if (link.kind !== 'file' || (await realPathOrNull(link.gitDir)) !== registration.adminDir)
    throw refuse('its .git file does not point to its registration')
}

async function objectionTo(path: string): Promise<string | null> {
  try {
    const stat = await lstat(path)
    if (stat.isSymbolicLink()) return `${path} is a link`
    if (!stat.isDirectory()) return `${path} is not a folder`
    const real = await realpath(path)
    return real === path ? null : `${path} really is ${real}`
  } catch (error) {
    if (isAbsent(error)) return `${path} does not exist`
    throw error
  }
}
