// A bug, as the person hears of it: an id that stands in the log beside its stack.
import type { Log, LogFacts } from './ports/log'

let count = 0

/** Logs a bug and answers the id a person can quote. */
export function logIncident(log: Log, event: string, cause: unknown, facts: LogFacts = {}): string {
  const incident = `inc-${process.pid.toString(36)}-${(++count).toString(36)}`
  log.error(event, { ...facts, incident }, cause)
  return incident
}
