// Process groups an earlier run of the app recorded and did not live to end.
import type { Clock } from '../../services/ports/clock'
import type { StartedProcess } from '../../services/ports/tools'
import { END_GRACE_MS } from './process-groups'
import { hasMembers, hasOthers, processTable } from './process-table'
import { signalGroup } from './signal-group'
import { until } from './until'

/**
 * `ended`: it ran and was ended. `gone`: the recorded process is not there any more; whoever has its id now was not
 * touched. `unidentified`: the record or this system cannot name a process exactly, so nothing was touched.
 */
export type ExactEnd = 'ended' | 'gone' | 'unidentified'

/** Whether the very process that was recorded runs: same id, same start, same boot of the machine, leader of its group. */
export async function isAlive(record: StartedProcess): Promise<boolean> {
  const table = processTable()
  if (record.startTicks === '' || record.bootId !== (await table.bootId())) return false
  const entry = await table.find(record.pid)
  return entry !== null && !entry.zombie && entry.startTicks === record.startTicks && entry.group === record.pid
}

/**
 * Ends the group a record names, and only that one: first by asking, after `graceMs` without.
 */
export async function endGroupExactly(record: StartedProcess, clock: Clock, graceMs = END_GRACE_MS): Promise<ExactEnd> {
  if (record.startTicks === '' || record.bootId === '') return 'unidentified'
  if (!(await isAlive(record))) return 'gone'
  signalGroup(record.pid, 'SIGTERM')
  await until(clock, graceMs, async () => !(await hasOthers(record.pid)) || !(await isAlive(record)))
  if (await isAlive(record)) signalGroup(record.pid, 'SIGKILL')
  // What was killed takes a moment to be gone, the leader and the others each for itself.
  await until(clock, END_GRACE_MS, async () => !(await hasMembers(record.pid)))
  return 'ended'
}
