// Removes a folder by removing exactly what was verified, one thing after the other. There is no recursive removal here.
import { chmod, lstat, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import { hasCode, isAbsent } from '../git/presence'
import { type FoundEntry, identityOf } from './walk-folder'

/**
 * @param entries what was found and verified, every folder before what is in it
 * @param last paths in the folder that go when everything else is gone: they say whose folder it is
 * @returns the bytes that are free now
 * @throws FailureError `conflict` at the first thing that is not what was verified; what came in since is never touched
 */
export async function removeVerified(
  folder: string,
  entries: readonly FoundEntry[],
  last: readonly string[],
): Promise<number> {
  let freed = 0
  const late = (entry: FoundEntry) => last.some((path) => path === entry.path || isAbove(entry.path, path))
  const inOrder = [...entries].reverse()
  for (const entry of [...inOrder.filter((one) => !late(one)), ...inOrder.filter(late)]) {
    if (await removeOne(join(folder, entry.path), entry)) freed += entry.blocks * 512
  }
  return freed
}

function isAbove(folder: string, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

async function removeOne(path: string, entry: FoundEntry): Promise<boolean> {
  try {
    if (entry.type === 'folder') await withRights(path, () => rmdir(path))
    else {
      await requireSame(path, entry)
      await withRights(path, () => unlink(path))
    }
    return true
  } catch (error) {
    if (isAbsent(error)) return false
    if (hasCode(error, 'ENOTEMPTY') || hasCode(error, 'EEXIST')) throw changed(path, 'something came into it')
    throw error
  }
}

/** The very thing that was verified, and not changed since: another one under its name has another number. */
async function requireSame(path: string, { type, identity }: FoundEntry): Promise<void> {
  const stat = await lstat(path, { bigint: true })
  const now = identityOf(stat)
  const sameKind = type === 'file' ? stat.isFile() : type === 'link' ? stat.isSymbolicLink() : !stat.isDirectory()
  const same = now.dev === identity.dev && now.ino === identity.ino && now.mtime === identity.mtime
  const unchanged = now.size === identity.size && (identity.ctime === null || now.ctime === identity.ctime)
  if (!sameKind || !same || !unchanged) throw changed(path, 'it is not what was verified')
}

/** A folder that nobody may write to does not let go of what is in it. */
async function withRights(path: string, remove: () => Promise<void>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    if (!hasCode(error, 'EACCES')) throw error
    await chmod(dirname(path), 0o700)
    await remove()
  }
}

function changed(path: string, how: string): FailureError {
  return new FailureError('conflict', `${path} is not removed: ${how}`, { path })
}
