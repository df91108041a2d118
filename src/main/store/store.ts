// The store: the only door to SQLite. One transaction holds rows and events together; events are heard after it.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { StoredEvent } from '../../shared/contract/events'
import type { SearchAnswer } from '../../shared/domain/search'
import { openCommits, type RunCommit } from './commit'
import { type Connection, SkippedRows, type UnreadableRow, WriteGate } from './connection'
import { lockDataFolder } from './data-folder-lock'
import { openEventLog } from './event-log'
import type { ExportRequest } from './export/export-messages'
import { ExportThreads } from './export/export-thread'
import { openDatabase } from './open-database'
import { type EventListener, Publisher } from './publisher'
import { indexStored } from './search/index-stored'
import type { SearchRequest } from './search/run-search'
import { SearchThread } from './search/search-thread'
import { withOpeningFailures } from './store-failure'
import { openTables, type Tables } from './tables/tables'

export type { Commit } from './commit'

export interface OpenStoreOptions {
  dataDir: string
  /** What another process is told about the owner of the data folder, such as `serve http://127.0.0.1:1234`. */
  door: string
  /** The number of 4 KiB pages at which the disk counts as full: for tests. */
  maxPages?: number
  /** Hears what a listener throws (a bug of the listener); without it the process emits a warning. */
  onListenerError?: (error: unknown) => void
}

export interface Store extends Tables {
  /**
   * Runs `work` as one transaction (IMMEDIATE): its rows and events are stored together or not at all. After the commit the
   * events are published in the order of their numbers, before this returns. `work` is synchronous; nested calls throw. When
   * the disk is full the transaction is rolled back and a failure `store.full` thrown. With `outlives: 'process'` it does not
   * wait for the disk: for what only says how something stands, and is found out again after the machine has failed.
   */
  commit: RunCommit
  /** Hears every commit's events, after it. A listener that throws breaks neither the commit nor other listeners. */
  onEvents(listener: EventListener): () => void
  /** The session's stored events after `fromSeq`, oldest first, at most `limit`. */
  eventsAfter(sessionId: string, fromSeq: number, limit: number): StoredEvent[]
  /** The number of the session's last event; 0 without one. */
  seqOf(sessionId: string): number
  /** The number of the last event of all; 0 without one. */
  lastSeq(): number
  /** Finds words in everything that is committed, on a thread of its own: the loop stays free meanwhile. */
  search(request: SearchRequest): Promise<SearchAnswer>
  /** Writes a session to a file, on a thread of its own; answers how many bytes. */
  exportSession(request: ExportRequest): Promise<number>
  /** Rows met so far that could not be read; each was skipped and is left untouched. */
  unreadableRows(): UnreadableRow[]
  /** Changes what another process is told about this owner, once it is known better (the port of `serve`). */
  setDoor(door: string): void
  /** Closes the database and frees the data folder for others. Idempotent. */
  close(): void
}

/**
 * Opens the data folder's store, creating both (mode 0700 and 0600) where they are missing, and owns it until `close` or the end
 * of the process, however that comes.
 *
 * @throws FailureError `store.locked` with `owner` (pid, door, startedAt; or null), `store.newer`, `store.unreadable` (the
 * file is left as it is), `store.full`
 */
export function openStore({ dataDir, door, maxPages, onListenerError = warn }: OpenStoreOptions): Store {
  const folder = resolve(dataDir)
  const lock = withOpeningFailures(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return lockDataFolder(folder, door)
  })
  try {
    const path = join(folder, 'tine.db')
    const db = openDatabase(path, maxPages)
    const searching = new SearchThread(path)
    const exporting = new ExportThreads(path)
    const connection: Connection = { db, gate: new WriteGate(), skipped: new SkippedRows() }
    const log = openEventLog(connection)
    const publisher = new Publisher(onListenerError)
    const tables = openTables(connection)
    const commit = openCommits(connection, log, publisher)
    withOpeningFailures(path, () => indexStored(connection, tables, commit))
    return {
      ...tables,
      commit,
      onEvents: (listener) => publisher.add(listener),
      eventsAfter: log.after,
      seqOf: log.seqOf,
      lastSeq: log.lastSeq,
      search: (request) => searching.search(request),
      exportSession: (request) => exporting.export(request),
      unreadableRows: () => connection.skipped.list(),
      setDoor: (text) => withOpeningFailures(folder, () => lock.setDoor(text)),
      close() {
        searching.close()
        exporting.close()
        db.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
