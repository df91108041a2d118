import type { Connection } from '../connection'
import { type Fields, integer, text } from '../fields'
import { openRows } from '../rows'
import { openScalar } from '../scalar'

/** How often models woke a thread since a person last wrote in its session. */
export interface ModelWakeTable {
  /** Counts one more wake; answers how many there are now. */
  add(threadId: string, sessionId: string): number
  of(threadId: string): number
  /** A person has written: all threads of the session begin anew. */
  forget(sessionId: string): void
}

interface ModelWakes {
  threadId: string
  sessionId: string
  count: number
}

const fields: Fields<ModelWakes> = {
  threadId: text('thread_id'),
  sessionId: text('session_id'),
  count: integer('count'),
}

export function openModelWakes(connection: Connection): ModelWakeTable {
  const rows = openRows(connection, 'model_wakes', ['thread_id'], fields)
  const of = openScalar(connection, 'SELECT count FROM model_wakes WHERE thread_id = ?', 0)
  const add = rows.write(
    `INSERT INTO model_wakes (thread_id, session_id, count) VALUES (?, ?, 1)
     ON CONFLICT (thread_id) DO UPDATE SET count = count + 1`,
  )
  const forget = rows.write('DELETE FROM model_wakes WHERE session_id = ?')
  return {
    add(threadId, sessionId) {
      add.run(threadId, sessionId)
      return of(threadId)
    },
    of,
    forget: (sessionId) => void forget.run(sessionId),
  }
}
