// One file of a checkout as it lies there: read, compared, copied, put in place in one step. Links are never followed.
import { randomBytes } from 'node:crypto'
import {
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode, isAbsent } from './presence'

/** What lies at a path: a link's bytes are its target. */
export interface WorkingFile {
  kind: 'file' | 'link'
  executable: boolean
  bytes: Buffer
}

/** Null where nothing is, or what is there is neither a file nor a link. */
export async function readWorking(path: string): Promise<WorkingFile | null> {
  try {
    const stat = await lstat(path)
    if (stat.isSymbolicLink())
      return { kind: 'link', executable: false, bytes: await readlink(path, { encoding: 'buffer' }) }
    if (!stat.isFile()) return null
    return { kind: 'file', executable: (stat.mode & 0o100) !== 0, bytes: await readFile(path) }
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** Whether two of them are the same, byte for byte and in what git keeps of a mode. */
export function isSame(a: WorkingFile | null, b: WorkingFile | null): boolean {
  if (a === null || b === null) return a === b
  return a.kind === b.kind && a.executable === b.executable && a.bytes.equals(b.bytes)
}

/** Copies a file or a link with its mode, making folders for it. */
export async function copyWorking(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const stat = await lstat(from)
  if (stat.isSymbolicLink()) return symlink(await readlink(from), to)
  await copyFile(from, to, constants.COPYFILE_EXCL)
  await chmod(to, stat.mode & 0o777)
  const file = await open(to, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name beside a file under which its successor is written; recognisable, so that a killed process's can be taken away. */
export function temporaryBeside(path: string, token: string): string {
  return join(dirname(path), `.tine-${token}`)
}

/** For names of temporary files. */
export function newToken(): string {
  return randomBytes(8).toString('hex')
}

/**
 * Puts a copy of `from` at `to` in one step: whoever looks sees the old or the new. The file's own wider mode is kept.
 *
 * @param mayGo asked last, when the copy is ready beside the file: writing it takes long enough for somebody to save the file
 * @returns what `mayGo` answered; where that is false, the file was not touched
 */
export async function putInPlace(
  from: string,
  to: string,
  temporary: string,
  mayGo: () => Promise<boolean>,
): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true })
  const before = await lstat(to).catch((error: unknown) => {
    if (isAbsent(error)) return null
    throw error
  })
  await unlinkIfThere(temporary)
  await copyWorking(from, temporary)
  const next = await lstat(temporary)
  // Who else may read or write a file is its owner's business; git knows only whether it can be run.
  if (before?.isFile() && next.isFile() && (before.mode & 0o100) === (next.mode & 0o100))
    await chmod(temporary, before.mode & 0o7777)
  const goes = await mayGo()
  if (goes) await rename(temporary, to)
  else await unlinkIfThere(temporary)
  return goes
}

export async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

/** Removes folders that nothing is left in, from `folder` up to one of `keep`. Only empty ones can go. */
export async function removeEmptyFolders(folder: string, keep: ReadonlySet<string>): Promise<void> {
  for (let at = folder; !keep.has(at) && at !== dirname(at); at = dirname(at)) {
    try {
      await rmdir(at)
    } catch (error) {
      if (isAbsent(error)) continue
      if (['ENOTEMPTY', 'EEXIST', 'EBUSY', 'EPERM', 'EACCES'].some((code) => hasCode(error, code))) return
      throw error
    }
  }
}

/** Every file, link or other entry that is no folder below a folder, by path from `root`. */
export async function everythingIn(root: string, folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(await everythingIn(root, path)))
    else found.push(path)
  }
  return found
}
