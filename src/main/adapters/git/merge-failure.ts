// What the disk says when a merge cannot be made or taken back, as failures a person can act on.
import { FailureError } from '../../../shared/contract/failure'
import { diskTrouble, type Trouble } from './creation-failure'
import { systemCode } from './presence'
import { GitCommandError } from './run-git'

const SENTENCES: Readonly<Record<Trouble, string>> = {
  full: 'there is no space left on the disk',
  'read-only': 'the disk can only be read',
  closed: 'the system does not allow it there',
  'too-long': 'a path would be longer than the system allows; a data folder with a shorter path would do',
}

/**
 * Runs a merge that is taken back when it fails.
 *
 * @param folder one on the disk it is about
 * @throws FailureError `store.full` when that disk is, `conflict` where disk or system refuse; all else as it came
 */
export async function withMergeFailures<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const trouble = await diskTrouble(error, folder)
    if (trouble === null) throw error
    const detail = error instanceof GitCommandError ? error.stderr.trim().slice(0, 500) : String(error)
    const code = trouble === 'full' ? 'store.full' : 'conflict'
    throw new FailureError(code, `Nothing was merged: ${SENTENCES[trouble]}.`, { trouble, detail })
  }
}

/** The failure of a merge that was begun and cannot be taken back just now; a bug stays what it is. */
export function notTakenBack(error: unknown, folder: string, ref: string): unknown {
  const expected = error instanceof FailureError || error instanceof GitCommandError || systemCode(error) !== undefined
  if (!expected) return error
  const detail = error instanceof Error ? error.message : String(error)
  return new FailureError(
    'conflict',
    `The merge into ${folder} was begun and could not be taken back just now (${detail}). The next start or merge takes it back; ${ref} holds what was there.`,
    { path: folder, detail },
  )
}
