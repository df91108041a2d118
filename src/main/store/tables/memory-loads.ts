import type { Connection } from '../connection'
import { type Fields, integer, nullable, text } from '../fields'
import type { MemoryLoadRecord } from '../records'
import { openRows } from '../rows'

/** Which memory files a thread was told of, with what text, and where in its history that stands. */
export interface MemoryLoadTable {
  add(load: MemoryLoadRecord): void
  /** In the order in which the thread was told. */
  ofThread(threadId: string): MemoryLoadRecord[]
  /** Whether a text that waits tells of memory files. */
  isPending(pendingId: string): boolean
  /** A text that waited was sealed at this position. */
  seal(pendingId: string, position: number): void
}

const fields: Fields<MemoryLoadRecord> = {
  threadId: text('thread_id'),
  path: text('path'),
  text: text('text'),
  pendingId: nullable(text('pending_id')),
  position: nullable(integer('position')),
}

export function openMemoryLoads(connection: Connection): MemoryLoadTable {
  const rows = openRows(connection, 'memory_loads', ['ordinal'], fields)
  const ofThread = rows.select('WHERE thread_id = ? ORDER BY ordinal')
  const ofPending = rows.select('WHERE pending_id = ? LIMIT 1')
  const seal = rows.write('UPDATE memory_loads SET position = ? WHERE pending_id = ? AND position IS NULL')
  return {
    add: rows.insert,
    ofThread: (threadId) => ofThread.all(threadId),
    isPending: (pendingId) => ofPending.first(pendingId) !== undefined,
    seal: (pendingId, position) => void seal.run(position, pendingId),
  }
}
