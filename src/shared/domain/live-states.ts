// Apart from the schemas (and from their types, which would close a circle), so that the page carries no validator for it.

/** The states in which something of the thread runs, or waits to run, in this process. */
export const LIVE_STATES: ReadonlySet<string> = new Set([
  'queued',
  'warming',
  'streaming',
  'waiting-approval',
  'rate-limited',
])
