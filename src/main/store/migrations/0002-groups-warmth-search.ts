// Version 2: the size of a fork's group, what keeps a prefix warm, drafts, and what a search finds.

/**
 * Columns come with what was true of rows before: a group has as many as it has, every request was a turn's, and an answer
 * that ended well had said what it used. The index is empty at first (`store/search/index-stored` fills it).
 */
export const sql = `
ALTER TABLE threads ADD COLUMN group_size INTEGER NOT NULL DEFAULT 1;
ALTER TABLE threads ADD COLUMN report TEXT;
UPDATE threads SET group_size = (SELECT count(*) FROM threads AS other WHERE other.group_id = threads.group_id)
  WHERE group_id IS NOT NULL;

CREATE INDEX turns_queued ON turns (started_at) WHERE state = 'queued';

ALTER TABLE requests ADD COLUMN purpose TEXT NOT NULL DEFAULT 'turn';
ALTER TABLE requests ADD COLUMN cache_diagnosis TEXT NOT NULL DEFAULT 'none';
ALTER TABLE requests ADD COLUMN usage_final INTEGER NOT NULL DEFAULT 0;
UPDATE requests SET usage_final = outcome = 'ok', cache_diagnosis = iif(cache_miss_reason IS NULL, 'none', 'missed');

CREATE TABLE keep_warms (
  thread_id TEXT PRIMARY KEY REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  state TEXT NOT NULL,
  until_at INTEGER NOT NULL,
  next_at INTEGER,
  refreshes INTEGER NOT NULL,
  reason TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
  thread_id TEXT PRIMARY KEY REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  session_id TEXT NOT NULL REFERENCES sessions (id) DEFERRABLE INITIALLY DEFERRED,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX drafts_of_session ON drafts (session_id);

CREATE VIRTUAL TABLE search USING fts5 (words, humps, content = '', contentless_delete = 1, tokenize = 'ascii');
`
