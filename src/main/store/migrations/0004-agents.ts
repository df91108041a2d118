// Version 4: what a fresh agent is.

/** Threads from before are none. */
export const sql = `
ALTER TABLE threads ADD COLUMN agent_type TEXT;
ALTER TABLE threads ADD COLUMN step_limit INTEGER;
`
