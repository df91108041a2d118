// One queue per repository for what writes to it: worktrees share refs and configuration, and their locks.
import { setTimeout as pause } from 'node:timers/promises'
import { FailureError } from '../../../shared/contract/failure'
import { GitCommandError } from './run-git'

/** Waits between attempts, in milliseconds; in sum longer than a commit hook usually holds a lock. */
const BACKOFF_MS = [25, 50, 100, 200, 400, 800, 1_600, 2_400]

export interface GitQueue {
  /**
   * Runs `write` after everything queued before it has ended. While somebody else (a person's git, a fork's commit) holds a
   * lock it is tried again, so it must be safe to repeat from its start.
   *
   * @throws FailureError `worktree.busy` when the lock outlasts all attempts
   */
  run<T>(write: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

const tails = new Map<string, Promise<unknown>>()

/** The write queue of the repository with this common git folder, shared by the whole process. */
export function gitQueue(commonDir: string): GitQueue {
  return {
    run(write, signal) {
      const before = tails.get(commonDir) ?? Promise.resolve()
      const mine = before.then(() => untilUnlocked(write, signal))
      // The next in line waits for the end, not for success.
      const tail = mine.then(
        () => undefined,
        () => undefined,
      )
      tails.set(commonDir, tail)
      void tail.then(() => {
        if (tails.get(commonDir) === tail) tails.delete(commonDir)
      })
      return mine
    },
  }
}

/** Whether git failed only because another process holds one of its locks right now. */
export function isLockContention(error: unknown): boolean {
  if (!(error instanceof GitCommandError)) return false
  return /Unable to create '.*\.lock': File exists|could not lock config file .*: File exists/s.test(error.stderr)
}

/** The lock that git names, as a path; null where it names none. */
function lockNamed(stderr: string): string | null {
  const created = /Unable to create '(.*\.lock)': File exists/s.exec(stderr)?.[1]
  const config = /could not lock config file (.*): File exists/s.exec(stderr)?.[1]
  return created ?? (config === undefined ? null : `${config}.lock`)
}

/**
 * Repeats a write while somebody else holds a lock.
 *
 * @param waits milliseconds before each further attempt
 * @throws FailureError `worktree.busy` with the lock when it outlasts them
 */
export async function untilUnlocked<T>(
  write: () => Promise<T>,
  signal?: AbortSignal,
  waits: readonly number[] = BACKOFF_MS,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted()
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof GitCommandError) || !isLockContention(error)) throw error
      const wait = waits[attempt]
      if (wait === undefined) {
        const lock = lockNamed(error.stderr)
        const which = lock === null ? error.stderr.trim() : `${lock} is there`
        throw new FailureError('worktree.busy', `The repository is locked by another git process: ${which}.`, { lock })
      }
      await pause(wait, undefined, { signal })
    }
  }
}
