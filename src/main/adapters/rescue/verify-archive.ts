// Is everything that lies in a folder in an archive, byte for byte? Asked before the folder is given up.
import { join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import { type FolderEntry, hashFile } from './folder-entry'
import { readArchive } from './read-archive'
import { type FoundEntry, walkFolder } from './walk-folder'

/**
 * Compares a folder with what an archive holds under a name: every path, type, mode, size, time, target and hash, both
 * ways.
 *
 * @param partly the folder may have lost things already (its removal was cut off): what is left has to be in the archive
 * @returns what was found and is in the archive, as it was found
 * @throws FailureError `conflict` with the first difference
 */
export async function verifyArchive(
  archive: string,
  root: string,
  folder: string,
  partly = false,
): Promise<FoundEntry[]> {
  const manifest = await readArchive(archive)
  const kept = new Map((manifest.roots[root] ?? []).map((entry) => [entry.path, entry]))
  const found: FoundEntry[] = []
  for await (const entry of walkFolder(folder)) {
    const other = kept.get(entry.path)
    const sha256 = entry.type === 'file' ? await hashFile(join(folder, entry.path)) : null
    const difference = other === undefined ? 'is not in it' : differenceOf({ ...entry, sha256 }, other, partly)
    if (difference !== null) throw differs(archive, join(folder, entry.path), difference)
    found.push({ ...entry, sha256 })
    kept.delete(entry.path)
  }
  const [lost] = kept.keys()
  if (lost !== undefined && !partly) throw differs(archive, join(folder, lost), 'is gone from the folder')
  return found
}

function differenceOf(found: FolderEntry, kept: FolderEntry, partly: boolean): string | null {
  if (found.type !== kept.type) return 'is of another type in it'
  if (found.size !== kept.size || found.target !== kept.target || found.sha256 !== kept.sha256)
    return 'has another content in it'
  // Taking things out of a folder changes it.
  if (partly && found.type === 'folder') return null
  if (found.mode !== kept.mode) return 'has another mode in it'
  return found.mtime === kept.mtime ? null : 'has another time in it'
}

function differs(archive: string, path: string, how: string): FailureError {
  return new FailureError('conflict', `${path} differs from the archive ${archive}: it ${how}`, { path })
}
