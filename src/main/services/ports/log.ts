// The log as services see it: what happened, with facts; never content.

export type LogLevel = 'info' | 'warn' | 'error'

/** Ids, counts, durations, hashes and codes. */
export type LogFacts = Record<string, string | number | boolean | null | string[]>

export interface Log {
  info(event: string, facts?: LogFacts): void
  /** Of `cause` the log keeps name, code and stack frames; its message may quote content. */
  warn(event: string, facts?: LogFacts, cause?: unknown): void
  error(event: string, facts?: LogFacts, cause?: unknown): void
}
