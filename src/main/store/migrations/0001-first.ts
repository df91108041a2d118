// Version 1: the first schema. STRICT tables hold the types; triggers hold what is promised never to change.

/**
 * Foreign keys are checked at the end of a transaction (rows of one commit may come in any order), except a thread's parent:
 * it must be there before its child, so no cycle can ever be stored.
 */
export const sql = `
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  session_id TEXT,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_session ON events (session_id, seq);

CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
  command TEXT NOT NULL,
  key TEXT NOT NULL,
  input_hash TEXT NOT NULL,
  result_json TEXT NOT NULL,
  PRIMARY KEY (command, key)
) STRICT;

CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  real_path TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  is_git INTEGER NOT NULL,
  trusted_hash TEXT,
  trusted_files TEXT NOT NULL,
  demo INTEGER NOT NULL,
  opened_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED,
  title TEXT NOT NULL,
  main_thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  permission_mode TEXT NOT NULL,
  coordinator INTEGER NOT NULL,
  cache_ttl TEXT NOT NULL,
  added_folders TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of_project ON sessions (project_id, updated_at);

CREATE TABLE threads (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions (id) DEFERRABLE INITIALLY DEFERRED,
  parent_id TEXT REFERENCES threads (id),
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  directive TEXT,
  model TEXT NOT NULL,
  effort TEXT,
  thinking TEXT NOT NULL,
  branch_turn_id TEXT,
  branch_position INTEGER NOT NULL CHECK (branch_position >= 0),
  branch_message INTEGER NOT NULL,
  branch_link TEXT,
  state TEXT NOT NULL,
  state_reason TEXT,
  end_cause TEXT,
  resumable INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  permission_mode TEXT NOT NULL,
  isolation TEXT NOT NULL,
  started_by TEXT NOT NULL,
  spawn_tool_use_id TEXT,
  group_id TEXT,
  report_back INTEGER NOT NULL,
  fallback INTEGER NOT NULL,
  activity TEXT,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  silent_since INTEGER,
  brought_back_at INTEGER,
  archived_at INTEGER,
  CHECK (parent_id IS NOT id)
) STRICT;
CREATE INDEX threads_of_session ON threads (session_id);
CREATE INDEX threads_of_parent ON threads (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX threads_in_state ON threads (state);
CREATE TRIGGER threads_keep_their_branch_point BEFORE UPDATE OF id, session_id, parent_id, branch_position ON threads
BEGIN SELECT RAISE(ABORT, 'a thread keeps its parent and branch point'); END;

CREATE TABLE turns (
  id TEXT PRIMARY KEY,
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  n INTEGER NOT NULL CHECK (n > 0),
  state TEXT NOT NULL,
  input TEXT,
  fork_position INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (thread_id, n)
) STRICT;
CREATE INDEX turns_running ON turns (started_at) WHERE state = 'running';

CREATE TABLE items (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  turn_id TEXT NOT NULL REFERENCES turns (id) DEFERRABLE INITIALLY DEFERRED,
  kind TEXT NOT NULL,
  tool_use_id TEXT,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX items_of_turn ON items (turn_id);
CREATE INDEX items_of_tool_use ON items (thread_id, tool_use_id) WHERE tool_use_id IS NOT NULL;

CREATE TABLE blocks (
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  position INTEGER NOT NULL CHECK (position >= 0),
  message INTEGER NOT NULL CHECK (message >= 0),
  role TEXT NOT NULL,
  origin TEXT NOT NULL,
  type TEXT NOT NULL,
  json TEXT NOT NULL,
  turn_id TEXT NOT NULL REFERENCES turns (id) DEFERRABLE INITIALLY DEFERRED,
  tool_use_id TEXT,
  link TEXT NOT NULL,
  UNIQUE (thread_id, position)
) STRICT;
CREATE TRIGGER blocks_never_change BEFORE UPDATE ON blocks BEGIN SELECT RAISE(ABORT, 'a block never changes'); END;
CREATE TRIGGER blocks_stay BEFORE DELETE ON blocks BEGIN SELECT RAISE(ABORT, 'a block is never deleted'); END;

CREATE TABLE snapshots (
  id TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  betas TEXT NOT NULL,
  ttl TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER snapshots_never_change BEFORE UPDATE ON snapshots BEGIN SELECT RAISE(ABORT, 'a snapshot never changes'); END;
CREATE TRIGGER snapshots_stay BEFORE DELETE ON snapshots BEGIN SELECT RAISE(ABORT, 'a snapshot is never deleted'); END;

CREATE TABLE epochs (
  id TEXT PRIMARY KEY,
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  n INTEGER NOT NULL CHECK (n > 0),
  snapshot_id TEXT NOT NULL REFERENCES snapshots (id) DEFERRABLE INITIALLY DEFERRED,
  first_position INTEGER NOT NULL,
  thinking_from INTEGER NOT NULL,
  start_position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (thread_id, n)
) STRICT;
CREATE TRIGGER epochs_never_change BEFORE UPDATE ON epochs BEGIN SELECT RAISE(ABORT, 'an epoch never changes'); END;
CREATE TRIGGER epochs_stay BEFORE DELETE ON epochs BEGIN SELECT RAISE(ABORT, 'an epoch is never deleted'); END;

CREATE TABLE pending_texts (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  turn_id TEXT NOT NULL REFERENCES turns (id) DEFERRABLE INITIALLY DEFERRED,
  origin TEXT NOT NULL,
  text TEXT NOT NULL,
  sealed_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pending_texts_of_thread ON pending_texts (thread_id, ordinal) WHERE sealed_at IS NULL;

CREATE TABLE tool_calls (
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  tool_use_id TEXT NOT NULL,
  turn_id TEXT NOT NULL REFERENCES turns (id) DEFERRABLE INITIALLY DEFERRED,
  item_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  input TEXT NOT NULL,
  state TEXT NOT NULL,
  result_json TEXT,
  is_error INTEGER NOT NULL,
  sealed INTEGER NOT NULL,
  PRIMARY KEY (thread_id, tool_use_id),
  CHECK ((state = 'closed') = (result_json IS NOT NULL)),
  CHECK (sealed = 0 OR state = 'closed')
) STRICT;
CREATE INDEX tool_calls_unsealed ON tool_calls (thread_id, ordinal) WHERE sealed = 0;
CREATE TRIGGER results_never_change BEFORE UPDATE ON tool_calls
WHEN OLD.state = 'closed' AND (
  NEW.thread_id IS NOT OLD.thread_id OR NEW.tool_use_id IS NOT OLD.tool_use_id OR NEW.state IS NOT OLD.state OR
  NEW.result_json IS NOT OLD.result_json OR NEW.is_error IS NOT OLD.is_error OR NEW.input IS NOT OLD.input OR
  NEW.sealed < OLD.sealed
)
BEGIN SELECT RAISE(ABORT, 'the result of a call never changes'); END;
CREATE TRIGGER tool_calls_stay BEFORE DELETE ON tool_calls BEGIN SELECT RAISE(ABORT, 'a call is never deleted'); END;

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  turn_id TEXT NOT NULL REFERENCES turns (id) DEFERRABLE INITIALLY DEFERRED,
  n INTEGER NOT NULL CHECK (n > 0),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  outcome TEXT,
  UNIQUE (turn_id, n)
) STRICT;
CREATE INDEX runs_under_way ON runs (started_at) WHERE ended_at IS NULL;

CREATE TABLE requests (
  id TEXT PRIMARY KEY,
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  turn_id TEXT NOT NULL REFERENCES turns (id) DEFERRABLE INITIALLY DEFERRED,
  epoch_id TEXT NOT NULL REFERENCES epochs (id) DEFERRABLE INITIALLY DEFERRED,
  run_id TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n > 0),
  model TEXT NOT NULL,
  usage_input INTEGER NOT NULL,
  usage_cache_read INTEGER NOT NULL,
  usage_cache_write_5m INTEGER NOT NULL,
  usage_cache_write_1h INTEGER NOT NULL,
  usage_output INTEGER NOT NULL,
  nano_usd INTEGER,
  without_sharing_nano_usd INTEGER,
  forecast TEXT,
  started_at INTEGER NOT NULL,
  first_event_at INTEGER,
  ended_at INTEGER,
  outcome TEXT NOT NULL,
  request_id TEXT,
  prefix_link TEXT NOT NULL,
  prefix_blocks INTEGER NOT NULL,
  shared_with_parent INTEGER NOT NULL,
  shared_with_previous INTEGER NOT NULL,
  first_difference TEXT,
  cache_miss_reason TEXT,
  end_position INTEGER NOT NULL,
  markers TEXT NOT NULL,
  tail_json TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  message_id TEXT,
  ttl TEXT NOT NULL,
  UNIQUE (thread_id, n)
) STRICT;
CREATE INDEX requests_by_prefix ON requests (prefix_link, started_at);
CREATE INDEX requests_by_time ON requests (started_at);
CREATE INDEX requests_under_way ON requests (started_at) WHERE ended_at IS NULL;

CREATE TABLE approvals (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions (id) DEFERRABLE INITIALLY DEFERRED,
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  turn_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  tool_use_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  input TEXT NOT NULL,
  original_input TEXT,
  folder TEXT NOT NULL,
  reason TEXT NOT NULL,
  offers TEXT NOT NULL,
  state TEXT NOT NULL,
  decided_by TEXT,
  scope TEXT,
  note TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER
) STRICT;
CREATE INDEX approvals_open ON approvals (state) WHERE state = 'open';
CREATE INDEX approvals_open_in_session ON approvals (session_id) WHERE state = 'open';
CREATE INDEX approvals_of_session ON approvals (session_id, decided_at);
CREATE INDEX approvals_decided ON approvals (decided_at) WHERE state <> 'open';
CREATE INDEX approvals_of_call ON approvals (thread_id, tool_use_id);
CREATE TRIGGER decisions_never_change BEFORE UPDATE ON approvals WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'a decision never changes'); END;

CREATE TABLE rules (
  id INTEGER PRIMARY KEY,
  effect TEXT NOT NULL,
  scope TEXT NOT NULL,
  scope_id TEXT NOT NULL,
  rule TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (scope, scope_id, effect, rule)
) STRICT;

CREATE TABLE worktrees (
  ordinal INTEGER PRIMARY KEY,
  thread_id TEXT NOT NULL UNIQUE REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  project_id TEXT NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED,
  parent_folder TEXT NOT NULL,
  common_dir TEXT NOT NULL,
  path TEXT NOT NULL,
  sub_path TEXT NOT NULL,
  branch TEXT NOT NULL,
  base TEXT NOT NULL,
  base_tree TEXT,
  head TEXT NOT NULL,
  state TEXT NOT NULL,
  files_changed INTEGER NOT NULL,
  nonce TEXT NOT NULL,
  rescued_to TEXT,
  rescued_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE replacements (
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  tool_use_id TEXT NOT NULL,
  replacement_json TEXT,
  output_file TEXT,
  position INTEGER NOT NULL,
  PRIMARY KEY (thread_id, tool_use_id)
) STRICT;
CREATE TRIGGER replacements_never_change BEFORE UPDATE ON replacements
BEGIN SELECT RAISE(ABORT, 'a replacement never changes'); END;
CREATE TRIGGER replacements_stay BEFORE DELETE ON replacements
BEGIN SELECT RAISE(ABORT, 'a replacement is never deleted'); END;

CREATE TABLE notifications (
  id TEXT PRIMARY KEY,
  ordinal INTEGER NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions (id) DEFERRABLE INITIALLY DEFERRED,
  from_thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  to_thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  status TEXT NOT NULL,
  text TEXT NOT NULL,
  run_id TEXT NOT NULL,
  delivered_at INTEGER,
  UNIQUE (from_thread_id, run_id)
) STRICT;
CREATE INDEX notifications_pending ON notifications (to_thread_id, ordinal) WHERE delivered_at IS NULL;

CREATE TABLE processes (
  pid INTEGER NOT NULL,
  start_ticks TEXT NOT NULL,
  boot_id TEXT NOT NULL,
  thread_id TEXT NOT NULL,
  tool_use_id TEXT NOT NULL,
  command TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (pid, start_ticks)
) STRICT;

CREATE TABLE file_reads (
  thread_id TEXT NOT NULL REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
  path TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  PRIMARY KEY (thread_id, path)
) STRICT, WITHOUT ROWID;
`
