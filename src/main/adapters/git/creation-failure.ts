// What the disk says when a worktree cannot be made, as failures a person can act on.
import { statfs } from 'node:fs/promises'
import { FailureError } from '../../../shared/contract/failure'
import { GitCommandError } from './run-git'

/** With less than this a disk is taken for full when something could not be written to it. */
const LITTLE_BYTES = 4 * 1024 * 1024

export type Trouble = 'full' | 'read-only' | 'closed' | 'too-long'

/** By the code of a system call, and by what git prints of the same. */
const CODES: Readonly<Record<string, Trouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'closed',
  EPERM: 'closed',
  ENAMETOOLONG: 'too-long',
}
const WORDS: readonly (readonly [RegExp, Trouble])[] = [
  [/No space left on device|Disk quota exceeded/, 'full'],
  [/Read-only file system/, 'read-only'],
  [/Permission denied|insufficient permission/, 'closed'],
  [/File ?name too long/, 'too-long'],
]
const SENTENCES: Readonly<Record<Trouble, string>> = {
  full: 'there is no space left on its disk. What was made of it stays; it is made anew when the fork goes on',
  'read-only': 'its disk can only be read',
  closed: 'the system does not allow it there',
  'too-long': 'a path would be longer than the system allows. Move the data folder to a place with a shorter path',
}

/**
 * Runs what makes or plans a worktree.
 *
 * @param path what cannot be made, for the person
 * @param folder one on the disk it is made on
 * @throws FailureError `store.full` when the disk is, `conflict` where the disk or the system refuses; all else as it came
 */
export async function withDiskFailures<T>(path: string, folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const trouble = await diskTrouble(error, folder)
    if (trouble === null) throw error
    const code = trouble === 'full' ? 'store.full' : 'conflict'
    const detail = error instanceof GitCommandError ? error.stderr.trim().slice(0, 500) : String(error)
    throw new FailureError(code, `The worktree ${path} could not be made: ${SENTENCES[trouble]}.`, {
      path,
      trouble,
      detail,
    })
  }
}

/**
 * What the disk, or the system, had against it; null for everything else.
 *
 * @param folder one on the disk it was about
 */
export async function diskTrouble(error: unknown, folder: string): Promise<Trouble | null> {
  return troubleOf(error) ?? unsaid(error, folder)
}

/** A checkout names the files it could not write and not why: then the disk is asked. */
async function unsaid(error: unknown, folder: string): Promise<Trouble | null> {
  if (!(error instanceof GitCommandError) || !/unable to write|write error/i.test(error.stderr)) return null
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < LITTLE_BYTES ? 'full' : null
}

function troubleOf(error: unknown): Trouble | null {
  if (error instanceof GitCommandError) return WORDS.find(([words]) => words.test(error.stderr))?.[1] ?? null
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return CODES[error.code] ?? null
}
