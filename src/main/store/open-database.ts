// Opens the one writable connection and sets what every write relies on.
import Database from 'better-sqlite3'
import { createPrivateFile } from './data-folder-lock'
import { inspectDatabaseFile } from './inspect-file'
import { migrate } from './migrate'
import { connectionOptions } from './native-binding'
import { withOpeningFailures } from './store-failure'

const BUSY_TIMEOUT_MS = 5_000
/** After a checkpoint the log is cut back to this, so that one large commit does not keep the space for ever. */
const LOG_BYTES_KEPT = 16 * 1024 * 1024

/**
 * Opens or creates the database and brings it to the newest version. The caller holds the lock of the data folder.
 *
 * @param maxPages the size at which the disk counts as full (for tests)
 * @throws FailureError `store.unreadable` or `store.newer` with the file untouched; `store.full`
 */
export function openDatabase(path: string, maxPages?: number): Database.Database {
  return withOpeningFailures(path, () => {
    inspectDatabaseFile(path)
    createPrivateFile(path)
    const db = new Database(path, { ...connectionOptions(), timeout: BUSY_TIMEOUT_MS })
    try {
      configure(db, maxPages)
      migrate(db)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

function configure(db: Database.Database, maxPages: number | undefined): void {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('temp_store = MEMORY')
  db.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`)
  if (maxPages !== undefined) db.pragma(`max_page_count = ${maxPages}`)
}
