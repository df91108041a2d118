// How many forks can start at once, and how many would wait in line.
import type { Thread } from '../../../shared/domain/thread'
import { plural } from '../../ui/format-count'

/** States of a fork that has left the line and has not ended. */
const RUNNING: ReadonlySet<Thread['state']> = new Set(['warming', 'streaming', 'waiting-approval', 'rate-limited'])

/**
 * What happens to `count` more forks beside those of this session. Forks of other sessions take places too, and are not known here:
 * so nothing is promised beyond the line that forms in any case.
 */
export function slotWords(
  threads: Iterable<Pick<Thread, 'kind' | 'state'>>,
  count: number,
  places: number | null,
): string | null {
  if (places === null || count === 0) return null
  let used = 0
  for (const { kind, state } of threads) if (kind !== 'main' && kind !== 'branch' && RUNNING.has(state)) used += 1
  const waiting = count - Math.max(0, places - used)
  const inUse = `${used} of ${plural(places, 'place')} in use`
  if (waiting <= 0) return used === 0 && count === 1 ? null : inUse
  return waiting >= count ? `Waits in line: ${inUse}` : `${count - waiting} start now, ${waiting} in line · ${inUse}`
}
