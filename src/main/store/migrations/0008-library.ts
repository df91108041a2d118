// Version 8: skills that are being followed, memory files a thread was told of, how often models woke a thread, forks off and on.

/** Sessions from before follow the setting; what their threads were told of memory files stands in their prompts and is not watched. */
export const sql = `
ALTER TABLE sessions ADD COLUMN fork_mode INTEGER;
ALTER TABLE turns ADD COLUMN from_model INTEGER NOT NULL DEFAULT 0;

CREATE TABLE skill_uses (
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  turn_id TEXT NOT NULL,
  source TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  rules_json TEXT NOT NULL,
  PRIMARY KEY (thread_id, turn_id, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_loads (
  ordinal INTEGER PRIMARY KEY,
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  path TEXT NOT NULL,
  text TEXT NOT NULL,
  pending_id TEXT,
  position INTEGER
) STRICT;
CREATE INDEX memory_loads_thread ON memory_loads (thread_id, path);
CREATE INDEX memory_loads_pending ON memory_loads (pending_id) WHERE pending_id IS NOT NULL;

CREATE TABLE model_wakes (
  thread_id TEXT PRIMARY KEY REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  session_id TEXT NOT NULL,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX model_wakes_session ON model_wakes (session_id);
`
