import { rename } from 'node:fs/promises'
import { FailureError } from '../../../shared/contract/failure'
import { hasCode, isAbsent } from './presence'

/**
 * Moves a folder by its name alone: all of it or nothing.
 *
 * @throws FailureError `conflict` when that cannot be done
 */
export async function moveFolder(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    const why = REASONS.find(([code]) => hasCode(error, code))?.[1] ?? (isAbsent(error) ? 'it vanished' : null)
    if (why === null) throw error
    throw new FailureError('conflict', `${from} could not be moved: ${why}`, { path: from })
  }
}

const REASONS: readonly (readonly [code: string, words: string])[] = [
  ['EXDEV', 'the target is on another file system'],
  ['EBUSY', 'it is in use'],
  ['EROFS', 'the disk is read-only'],
  ['EACCES', 'the system does not allow it'],
  ['EPERM', 'the system does not allow it'],
  ['ENOTEMPTY', 'something is at its target'],
  ['EEXIST', 'something is at its target'],
]
