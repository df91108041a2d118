import type { Connection } from '../connection'
import { type Fields, text } from '../fields'
import type { FileReadRecord } from '../records'
import { openRows } from '../rows'

export interface FileReadTable {
  get(threadId: string, path: string): FileReadRecord | undefined
  /** Remembers the content a thread last saw of a file. */
  set(read: FileReadRecord): void
  /** Gives a thread that works in the same folder what another has read; what it has read itself stays. */
  inherit(fromThreadId: string, toThreadId: string): void
}

const fields: Fields<FileReadRecord> = {
  threadId: text('thread_id'),
  path: text('path'),
  contentHash: text('content_hash'),
}

export function openFileReads(connection: Connection): FileReadTable {
  const rows = openRows(connection, 'file_reads', ['thread_id', 'path'], fields)
  const byKey = rows.select('WHERE thread_id = ? AND path = ?')
  const set = rows.write(
    `INSERT INTO file_reads (thread_id, path, content_hash) VALUES (?, ?, ?)
     ON CONFLICT (thread_id, path) DO UPDATE SET content_hash = excluded.content_hash`,
  )
  const inherit = rows.write(
    `INSERT INTO file_reads (thread_id, path, content_hash)
     SELECT ?, path, content_hash FROM file_reads WHERE thread_id = ? ON CONFLICT DO NOTHING`,
  )
  return {
    get: (threadId, path) => byKey.first(threadId, path),
    set: (read) => void set.run(read.threadId, read.path, read.contentHash),
    inherit: (fromThreadId, toThreadId) => void inherit.run(toThreadId, fromThreadId),
  }
}
