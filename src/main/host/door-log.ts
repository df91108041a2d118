// The log of a door, for what happens beside the host: in its server, or anywhere in the process where nobody caught it.
import { systemClock } from '../adapters/system/clock'
import { createJsonLog } from '../adapters/system/json-log'
import { logIncident } from '../services/incident'
import type { HostConfig } from './host-config'

export interface DoorLog {
  /** Logs a bug and answers the id a person can quote. */
  incident(event: string, cause: unknown): string
}

/** A log that writes where the host's own log goes. */
export function createDoorLog({ writeLog }: Pick<HostConfig, 'writeLog'>): DoorLog {
  const log = createJsonLog({ clock: systemClock, write: writeLog })
  return { incident: (event, cause) => logIncident(log, event, cause) }
}
