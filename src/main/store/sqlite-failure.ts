// Tells SQLite's expected failures (disk full, file damaged) from bugs.
import Database from 'better-sqlite3'
import { FailureError } from '../../shared/contract/failure'

/** Runs `action`; a full or failing disk becomes `store.full`, a damaged file `store.unreadable`; all else passes unchanged. */
export function withStoreFailures<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw asStoreFailure(path, error)
  }
}

function asStoreFailure(path: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR') || code === 'ENOSPC' || code === 'EDQUOT') {
    return new FailureError('store.full', 'The disk is full or cannot be written. Nothing of this change was stored.', {
      path,
      cause: code,
    })
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return unreadable(path, code)
  return error
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof Database.SqliteError) return error.code
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}

/** The failure for a file that is there but cannot be read as our database. It is never written to. */
export function unreadable(path: string, problem: string): FailureError {
  return new FailureError(
    'store.unreadable',
    `The data in ${path} cannot be read (${problem}). It was left untouched.`,
    {
      path,
      problem,
    },
  )
}
