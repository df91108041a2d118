// Git stores text in one form and writes it in another (line ends, filters): carried files get the parent's own bytes.
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { WorktreePlan } from '../../services/ports/git'
import type { GitAt } from './git-at'
import { joinNul, nameOf } from './nul-list'
import { hasCode, isAbsent } from './presence'
import { treeChanges } from './tree-entries'

/** Larger files are left as git wrote them. */
const MAX_BYTES = 64 * 1024 * 1024
/** Git reaches such files by a shorter way, or does not need to: what it wrote is kept. */
const UNREADABLE = ['ELOOP', 'EACCES', 'ENAMETOOLONG']
const REGULAR = new Set(['100644', '100755'])

/**
 * Makes the carried files of a fresh checkout equal to the parent's, byte for byte, where git stores both as the same
 * content. A file the parent changed since the plan stays as planned.
 */
export async function carryBytes(plan: WorktreePlan, git: GitAt): Promise<void> {
  if (plan.baseTree === null) return
  const written: Uint8Array[] = []
  for (const change of await treeChanges(git, plan.base, plan.baseTree)) {
    const name = nameOf(change.path)
    // A name that is no UTF-8 has no path in our strings; git wrote it, and that is kept.
    if (!REGULAR.has(change.newMode) || !Buffer.from(name).equals(change.path)) continue
    const theirs = await readInside(plan.parentFolder, name)
    const ours = await readInside(plan.path, name)
    if (theirs === null || ours === null || theirs.equals(ours)) continue
    const stored = await git.line(['hash-object', `--path=${name}`, '--stdin'], { input: theirs })
    if (stored !== change.newId) continue
    await overwrite(join(plan.path, name), theirs)
    written.push(change.path)
  }
  // Git takes a file of another size for changed, without a look inside, until its index knows the new size.
  if (written.length > 0) await git.run(['update-index', '-z', '--stdin'], { input: joinNul(written) })
}

/** Keeps the file's mode. */
async function overwrite(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.truncate(0)
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
}

/** The bytes of a regular file; null where there is none, a link is on the way, or it is too large. */
async function readInside(folder: string, name: string): Promise<Buffer | null> {
  const path = join(folder, name)
  let file: FileHandle | undefined
  try {
    const parent = await realpath(dirname(path))
    if (parent !== folder && !parent.startsWith(folder + sep)) return null
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = await file.stat()
    return stat.isFile() && stat.size <= MAX_BYTES ? await file.readFile() : null
  } catch (error) {
    if (isAbsent(error) || UNREADABLE.some((code) => hasCode(error, code))) return null
    throw error
  } finally {
    await file?.close()
  }
}
