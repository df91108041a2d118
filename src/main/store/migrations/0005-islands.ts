// Version 5: which file an island runs.

/** Threads from before are none. */
export const sql = `
ALTER TABLE threads ADD COLUMN island_source TEXT;
`
