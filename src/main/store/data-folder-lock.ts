// One writer per data folder: a lock of the operating system, so that it is free again however the owner dies.
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { FailureError } from '../../shared/contract/failure'
import { connectionOptions } from './native-binding'

const ownerSchema = z.object({ pid: z.number().int(), door: z.string(), startedAt: z.number().int() })
/** Who owns a data folder: what a second process is told about the first. */
export type Owner = z.infer<typeof ownerSchema>

export interface DataFolderLock {
  /** Rewrites what others are told about this owner. */
  setDoor(door: string): void
  /** Frees the folder. Idempotent. */
  release(): void
}

/** A connection nobody refers to is collected, and its lock with it: what is held is referred to from here. */
const held = new Set<Database.Database>()

/**
 * Takes the folder or throws `store.locked` with the `owner` (null while it has not introduced itself yet).
 *
 * The lock is an exclusive transaction on a database that stays empty. Opening and closing `lock.db` or `tine.db` by other means
 * within the same process would drop it (POSIX gives up all locks of a process when it closes any descriptor of a file).
 */
export function lockDataFolder(dataDir: string, door: string): DataFolderLock {
  const path = join(dataDir, 'lock.db')
  createPrivateFile(path)
  const db = new Database(path, { ...connectionOptions(), timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error
    throw lockedFailure(dataDir)
  }
  held.add(db)
  const startedAt = Date.now()
  const ownerPath = join(dataDir, 'owner.json')
  const introduce = (text: string): void => {
    if (!db.open) throw new Error('the data folder was released already')
    const owner: Owner = { pid: process.pid, door: text, startedAt }
    // Renamed into place, so that a reader never meets half of it.
    writeFileSync(`${ownerPath}.new`, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
    renameSync(`${ownerPath}.new`, ownerPath)
  }
  const release = (): void => {
    if (!db.open) return
    rmSync(ownerPath, { force: true })
    db.close()
    held.delete(db)
  }
  try {
    introduce(door)
  } catch (error) {
    release()
    throw error
  }
  return { setDoor: introduce, release }
}

/** Creates an empty file only its owner can read; one that is there is not even opened. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function lockedFailure(dataDir: string): FailureError {
  const owner = readOwner(join(dataDir, 'owner.json'))
  const who = owner ? `${owner.door} (process ${owner.pid})` : 'another process'
  return new FailureError('store.locked', `The data folder ${dataDir} is in use by ${who}.`, { dataDir, owner })
}

/** A note whose process is gone was left by an owner that was killed: it says nothing about the one who has the lock now. */
function readOwner(path: string): Owner | null {
  let note: unknown
  try {
    note = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const owner = ownerSchema.safeParse(note)
  return owner.success && isAlive(owner.data.pid) ? owner.data : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: alive, but another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
