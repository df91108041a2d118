import { attachmentFacts } from '../../../shared/domain/attachment'
import type { Connection } from '../connection'
import { type Fields, integer, json, nullable, text } from '../fields'
import type { AttachmentRecord } from '../records'
import { mustChange, openRows } from '../rows'

/** What goes with messages, in the order in which it was given to them. */
export interface AttachmentTable {
  /**
   * @param block the content block as it will be sent, as JSON
   */
  insert(attachment: AttachmentRecord & { position: null }, block: string): void
  get(id: string): AttachmentRecord | undefined
  /** What was put by for a thread's next message. */
  ofDraft(threadId: string): AttachmentRecord[]
  ofDrafts(sessionId: string): AttachmentRecord[]
  ofMessage(messageId: string): AttachmentRecord[]
  /** The block of one that waits; null once it is sealed. */
  block(id: string): string | null
  /** Gives one that was put by to a message, behind what the message has; answers whether it still was put by. */
  give(id: string, messageId: string): boolean
  /** Gives all of a message to the text that waits for it. */
  hand(fromMessageId: string, toMessageId: string): void
  /** Its block stands in the history from now on, and only there. Throws when it was sealed before. */
  seal(id: string, position: number): void
  /** Takes one away that was not sent; answers whether there was one. */
  removeUnsent(id: string): boolean
}

const fields: Fields<AttachmentRecord> = {
  id: text('id'),
  threadId: text('thread_id'),
  facts: json('facts', attachmentFacts),
  messageId: nullable(text('message_id')),
  position: nullable(integer('position')),
  createdAt: integer('created_at'),
}

export function openAttachments(connection: Connection): AttachmentTable {
  const { db } = connection
  const rows = openRows(connection, 'attachments', ['id'], fields)
  const insert = rows.write(
    'INSERT INTO attachments (id, thread_id, facts, message_id, json, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const byId = rows.select('WHERE id = ?')
  const ofDraft = rows.select('WHERE thread_id = ? AND message_id IS NULL ORDER BY ordinal')
  const ofDrafts = rows.select(
    'WHERE message_id IS NULL AND thread_id IN (SELECT id FROM threads WHERE session_id = ?) ORDER BY ordinal',
  )
  const ofMessage = rows.select('WHERE message_id = ? ORDER BY ordinal')
  const block = db.prepare<[string], string | null>('SELECT json FROM attachments WHERE id = ?').pluck()
  // In a message they stand as they were named in it, whichever was put by first.
  const give = rows.write(
    `UPDATE attachments SET message_id = ?, ordinal = (SELECT max(ordinal) + 1 FROM attachments)
     WHERE id = ? AND message_id IS NULL`,
  )
  const hand = rows.write('UPDATE attachments SET message_id = ? WHERE message_id = ?')
  const seal = rows.write('UPDATE attachments SET json = NULL, position = ? WHERE id = ? AND position IS NULL')
  const remove = rows.write('DELETE FROM attachments WHERE id = ? AND message_id IS NULL')
  return {
    insert: ({ id, threadId, facts, messageId, createdAt }, json) =>
      void insert.run(id, threadId, JSON.stringify(facts), messageId, json, createdAt),
    get: (id) => byId.first(id),
    ofDraft: (threadId) => ofDraft.all(threadId),
    ofDrafts: (sessionId) => ofDrafts.all(sessionId),
    ofMessage: (messageId) => ofMessage.all(messageId),
    block: (id) => block.get(id) ?? null,
    give: (id, messageId) => give.run(messageId, id) > 0,
    hand: (from, to) => void hand.run(to, from),
    seal: (id, position) => mustChange(seal.run(position, id), 'attachments', id),
    removeUnsent: (id) => remove.run(id) > 0,
  }
}
