// Brings a database to the newest version, one transaction per version.
import type Database from 'better-sqlite3'
import { MIGRATIONS } from './migrations/migrations'

/** Marks the file as ours ('Tine'), so that a foreign database is never migrated. */
export const APPLICATION_ID = 0x54696e65

export const NEWEST_VERSION = MIGRATIONS.length

/** Runs what is missing. Each version is there completely or not at all. The caller holds the lock of the data folder. */
export function migrate(db: Database.Database): void {
  for (let version = userVersion(db); version < NEWEST_VERSION; version++) {
    const sql = MIGRATIONS[version] ?? ''
    db.transaction(() => {
      db.exec(sql)
      db.pragma(`application_id = ${APPLICATION_ID}`)
      db.pragma(`user_version = ${version + 1}`)
    }).exclusive()
  }
}

/** The version of the schema the file has; 0 for a new one. */
export function userVersion(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}
