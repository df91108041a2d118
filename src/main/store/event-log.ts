// The events table: what happened, numbered without gaps.
import { type EventBody, eventBody, type StoredEvent } from '../../shared/contract/events'
import type { Connection } from './connection'
import { type Fields, integer, json } from './fields'
import { openRows } from './rows'
import { withStoreFailures } from './sqlite-failure'

interface EventRow {
  seq: number
  body: EventBody
}

const fields: Fields<EventRow> = { seq: integer('seq'), body: json('json', eventBody) }

export interface EventLog {
  /** Numbers and stores an event within the running commit. */
  append(event: EventBody): StoredEvent
  after(sessionId: string, fromSeq: number, limit: number): StoredEvent[]
  seqOf(sessionId: string): number
  lastSeq(): number
}

export function openEventLog(connection: Connection): EventLog {
  const { db, gate } = connection
  const rows = openRows(connection, 'events', ['seq'], fields)
  const after = rows.select('WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?')
  // No event is ever deleted and a rolled-back number is given again: the numbers have no gaps.
  const insert = db.prepare<[string | null, string]>('INSERT INTO events (session_id, json) VALUES (?, ?)')
  const last = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck()
  const lastOf = db.prepare<[string], number>('SELECT coalesce(max(seq), 0) FROM events WHERE session_id = ?').pluck()
  return {
    append(event) {
      gate.assertOpen()
      const { lastInsertRowid } = insert.run(event.sessionId, JSON.stringify(event))
      return { ...event, seq: Number(lastInsertRowid) }
    },
    after: (sessionId, fromSeq, limit) =>
      after.all(sessionId, fromSeq, limit).map(({ seq, body }) => ({ ...body, seq })),
    seqOf: (sessionId) => withStoreFailures(db.name, () => lastOf.get(sessionId) ?? 0),
    lastSeq: () => withStoreFailures(db.name, () => last.get() ?? 0),
  }
}
