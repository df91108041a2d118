// Tells expected failures of the disk (full, damaged, not ours to open) from bugs.
import Database from 'better-sqlite3'
import { FailureError } from '../../shared/contract/failure'

/** Runs `action`; SQLite's full or failing disk becomes `store.full`, its damaged file `store.unreadable`; all else passes unchanged. */
export function withStoreFailures<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw (error instanceof Database.SqliteError && failureOfCode(path, error.code)) || error
  }
}

/** The same for the steps of opening, where what the file system refuses is expected too. */
export function withOpeningFailures<T>(path: string, action: () => T): T {
  try {
    return withStoreFailures(path, action)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error
    const known = failureOfCode(path, error.code)
    if (known) throw known
    const refused =
      'syscall' in error || error.code.startsWith('SQLITE_CANTOPEN') || error.code.startsWith('SQLITE_READONLY')
    throw refused ? unreadable(path, error.code) : error
  }
}

function failureOfCode(path: string, code: string): FailureError | undefined {
  if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR') || code === 'ENOSPC' || code === 'EDQUOT') {
    return new FailureError('store.full', 'The disk is full or cannot be written. Nothing of this change was stored.', {
      path,
      problem: code,
    })
  }
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' ? unreadable(path, code) : undefined
}

/** The failure for data that is there but cannot be used. It is never written to. */
export function unreadable(path: string, problem: string): FailureError {
  return new FailureError(
    'store.unreadable',
    `The data in ${path} cannot be used (${problem}). It was left untouched.`,
    {
      path,
      problem,
    },
  )
}
