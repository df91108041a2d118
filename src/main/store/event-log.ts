// The events table: what happened, numbered without gaps.
import { type EventBody, eventBody, type StoredEvent } from '../../shared/contract/events'
import type { Connection } from './connection'
import { type Fields, integer, json } from './fields'
import { openRows } from './rows'
import { openScalar } from './scalar'

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
  const lastSeq = openScalar(connection, 'SELECT max(seq) FROM events')
  const seqOf = openScalar(connection, 'SELECT max(seq) FROM events WHERE session_id = ?')
  return {
    append(event) {
      gate.assertOpen()
      const { lastInsertRowid } = insert.run(event.sessionId, JSON.stringify(event))
      return { ...event, seq: Number(lastInsertRowid) }
    },
    after: (sessionId, fromSeq, limit) =>
      after.all(sessionId, fromSeq, limit).map(({ seq, body }) => ({ ...body, seq })),
    seqOf,
    lastSeq,
  }
}
