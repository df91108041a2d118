// Is something there, and if not: was that the reason a call failed?
import { lstat } from 'node:fs/promises'

/** Whether a file system call failed because nothing is at that path (or a part of the path is no folder). */
export function isAbsent(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')
}

/** Whether a system call failed with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** What is at a path itself, links not followed; null for nothing. */
export async function kindAt(path: string): Promise<'folder' | 'file' | 'other' | null> {
  try {
    const stat = await lstat(path)
    if (stat.isDirectory()) return 'folder'
    return stat.isFile() ? 'file' : 'other'
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

const REFUSALS = [
  ...['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'ENOSPC', 'EDQUOT'],
  ...['ENAMETOOLONG', 'EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY'],
]

/** Why the system would not write a file; undefined for everything else. */
export function systemCode(error: unknown): string | undefined {
  return REFUSALS.find((code) => hasCode(error, code))
}
