// Looks at a database file before anything is allowed to write to it: is it there, is it SQLite, is it ours, is it whole?
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { FailureError } from '../../shared/contract/failure'
import { APPLICATION_ID, NEWEST_VERSION, userVersion } from './migrate'
import { connectionOptions } from './native-binding'
import { unreadable } from './store-failure'

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
const WAL_HEADER_BYTES = 32
/** Up to this size every page is checked at each start (about half a second); beyond it only the schema. */
const FULL_CHECK_BYTES = 128 * 1024 * 1024

/**
 * Throws `store.unreadable` for a file that is not our database or is damaged, `store.newer` for one of a later version. Neither the
 * file nor its log is changed. A missing or empty file is fine: it will be a new database. The caller holds the lock.
 */
export function inspectDatabaseFile(path: string): void {
  const bytes = existsSync(path) ? statSync(path).size : 0
  if (bytes === 0) return
  const logHasContent = sizeOf(`${path}-wal`) > WAL_HEADER_BYTES
  inspectHeader(path, logHasContent)
  // A rollback journal exists only when the very first write was cut off; undoing that is SQLite's, and needs a writable connection.
  if (sizeOf(`${path}-journal`) > 0) return
  const sideFiles = ['-wal', '-shm'].map((suffix) => `${path}${suffix}`).filter((file) => !existsSync(file))
  try {
    inspectContent(path, bytes)
  } finally {
    for (const file of sideFiles) rmSync(file, { force: true })
  }
}

function inspectHeader(path: string, logHasContent: boolean): void {
  const { header, size } = readHeader(path)
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw unreadable(path, 'not a database')
  }
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) throw unreadable(path, 'no valid page size')
  if (header.readInt32BE(60) > NEWEST_VERSION) throw newer(path, header.readInt32BE(60))
  // The header's page count is valid when both counters agree; with a log, the rest of the pages may still be in it.
  const countIsValid = header.readUInt32BE(24) === header.readUInt32BE(92)
  if (!logHasContent && countIsValid && header.readUInt32BE(28) * pageBytes > size) throw unreadable(path, 'cut off')
}

function readHeader(path: string): { header: Buffer; size: number } {
  const descriptor = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    const read = readSync(descriptor, header, 0, HEADER_BYTES, 0)
    return { header: header.subarray(0, read), size: fstatSync(descriptor).size }
  } finally {
    closeSync(descriptor)
  }
}

function inspectContent(path: string, bytes: number): void {
  const db = new Database(path, { ...connectionOptions(), readonly: true })
  try {
    const version = userVersion(db)
    if (version > NEWEST_VERSION) throw newer(path, version)
    const tables = Number(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get())
    const ours = db.pragma('application_id', { simple: true }) === APPLICATION_ID && version > 0
    if (!ours && (tables > 0 || version > 0)) throw unreadable(path, 'a database of another application')
    const check = bytes <= FULL_CHECK_BYTES ? 'quick_check(1)' : 'quick_check(sqlite_schema)'
    const answer = db.pragma(check, { simple: true })
    if (answer !== 'ok') throw unreadable(path, String(answer).replaceAll('\n', '; '))
  } finally {
    db.close()
  }
}

function newer(path: string, version: number): FailureError {
  return new FailureError(
    'store.newer',
    `The data in ${path} was written by a newer version of Tine (data version ${version}, this one knows ${NEWEST_VERSION}). It was left untouched.`,
    { path, version, known: NEWEST_VERSION },
  )
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}
