// Version 6: which tool servers a thread takes.

/** Threads from before take all there are; what they send does not change by that. */
export const sql = `
ALTER TABLE threads ADD COLUMN tool_servers_json TEXT;
ALTER TABLE threads ADD COLUMN tools_due INTEGER NOT NULL DEFAULT 0;
`
