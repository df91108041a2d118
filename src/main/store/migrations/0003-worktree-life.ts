// Version 3: the life of a worktree: what is known of it beside its state, and the journal of what is done to it.

/**
 * `kept` was a state and is a fact: such a worktree is ready, and kept since it was made, which is the only time known of it. In
 * stored events it is told as ready. Numbers that nobody has counted yet are 0 until the worktree is looked at next.
 */
export const sql = `
ALTER TABLE worktrees ADD COLUMN kept_at INTEGER;
ALTER TABLE worktrees ADD COLUMN uncommitted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE worktrees ADD COLUMN lines_added INTEGER NOT NULL DEFAULT 0;
ALTER TABLE worktrees ADD COLUMN lines_removed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE worktrees ADD COLUMN notes_json TEXT NOT NULL DEFAULT '[]';
ALTER TABLE worktrees ADD COLUMN bytes INTEGER;
ALTER TABLE worktrees ADD COLUMN archive TEXT;
ALTER TABLE worktrees ADD COLUMN archive_bytes INTEGER;
ALTER TABLE worktrees ADD COLUMN thread_before_json TEXT;
UPDATE worktrees SET state = 'ready', kept_at = created_at WHERE state = 'kept';
UPDATE events SET json = json_set(json, '$.worktree.state', 'ready')
  WHERE json_extract(json, '$.worktree.state') = 'kept';
UPDATE events SET json = json_set(json, '$.thread.worktree.state', 'ready')
  WHERE json_extract(json, '$.thread.worktree.state') = 'kept';

CREATE TABLE worktree_steps (
  thread_id TEXT PRIMARY KEY REFERENCES worktrees (thread_id) DEFERRABLE INITIALLY DEFERRED,
  operation TEXT NOT NULL,
  step TEXT NOT NULL,
  data_json TEXT NOT NULL,
  began_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
