// Git ends badly when a file shrinks while it is read. Whoever saves it is done in a moment.
import { setTimeout as pause } from 'node:timers/promises'
import { FailureError } from '../../../shared/contract/failure'
import { GitCommandError } from './run-git'

/** Waits between attempts, in milliseconds. */
const BACKOFF_MS = [50, 200, 800]

/** What git says when a small file shrank, or one it had just seen was gone. */
const WORDS = /short read while indexing|open\("[^\n]*"\): No such file or directory/

/** Bigger files are mapped: the system ends git then (SIGBUS), without a word. */
function wasCutShort(error: unknown): boolean {
  if (!(error instanceof GitCommandError)) return false
  return (error.code === null && error.stderr === '') || WORDS.test(error.stderr)
}

/**
 * Repeats a git command that reads the files of a folder while somebody writes them.
 *
 * @param mend takes away what a git that was ended left, before the next attempt
 * @throws FailureError `worktree.busy` when they are written all the time
 */
export async function untilReadable<T>(
  folder: string,
  read: () => Promise<T>,
  mend: () => Promise<void> = async () => {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!wasCutShort(error)) throw error
      await mend()
      const wait = BACKOFF_MS[attempt]
      if (wait === undefined)
        throw new FailureError('worktree.busy', `A file in ${folder} is being written all the time.`, { folder })
      await pause(wait)
    }
  }
}
