// Version 7: what goes with a message.

/**
 * The block of an attachment waits here until it is sealed; from then on it stands among the blocks, and only there. Without a
 * message it belongs to the draft of its thread.
 */
export const sql = `
CREATE TABLE attachments (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  facts TEXT NOT NULL,
  message_id TEXT,
  json TEXT,
  position INTEGER,
  created_at INTEGER NOT NULL,
  CHECK ((json IS NULL) <> (position IS NULL)),
  CHECK (position IS NULL OR message_id IS NOT NULL)
) STRICT;
CREATE INDEX attachments_of_draft ON attachments (thread_id, ordinal) WHERE message_id IS NULL;
CREATE INDEX attachments_of_message ON attachments (message_id, ordinal) WHERE message_id IS NOT NULL;
CREATE TRIGGER attachments_sent_stay BEFORE DELETE ON attachments WHEN OLD.message_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'what was sent is never deleted'); END;
`
