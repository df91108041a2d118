import type { Connection } from '../connection'
import { type Fields, text } from '../fields'
import { openRows } from '../rows'

/** What a person wrote for a thread and did not send. */
export interface DraftRecord {
  threadId: string
  sessionId: string
  text: string
}

export interface DraftTable {
  ofSession(sessionId: string): DraftRecord[]
  /** Writes the draft of a thread anew; an empty text takes it away. */
  put(draft: DraftRecord): void
}

const fields: Fields<DraftRecord> = { threadId: text('thread_id'), sessionId: text('session_id'), text: text('text') }

export function openDrafts(connection: Connection): DraftTable {
  const rows = openRows(connection, 'drafts', ['thread_id'], fields)
  const ofSession = rows.select('WHERE session_id = ? ORDER BY thread_id')
  const remove = rows.write('DELETE FROM drafts WHERE thread_id = ?')
  return {
    ofSession: (sessionId) => ofSession.all(sessionId),
    put(draft) {
      remove.run(draft.threadId)
      if (draft.text !== '') rows.insert(draft)
    },
  }
}
