// Which lane each fork has: decided by what was so when it was made, and by nothing that can change later. So a lane never moves: not
// when forks end, fold, wake up or are brought back, and not when the session is opened again.
import type { Thread } from '../../../shared/domain/thread'
import type { Turn } from '../../../shared/domain/turn'
import { lastStarted } from './last-started'

/** The lane of each thread, by id. 1 is next to the trunk, which is lane 0. */
export type LaneBook = ReadonlyMap<string, number>

export interface Trunks {
  /** The turns of the trunk, by their number. */
  turns: readonly Turn[]
  /** All threads that ever left it, folded or not, in the order they were made. */
  children: readonly Thread[]
  /** The turns of each thread, by thread id. */
  turnsOf: Readonly<Record<string, readonly Turn[]>>
}

/**
 * Gives each fork the lowest lane that was free when it was made.
 *
 * A lane is taken from the turn it leaves to the end of the fork; of a fork that was still running when the next was made, to the
 * end of the page.
 *
 * @param known lanes that were given before, to which only those of new forks are added
 */
export function assignLanes({ turns, children, turnsOf }: Trunks, known: LaneBook = new Map()): LaneBook {
  if (children.every((child) => known.has(child.id))) return known
  const placeOf = new Map(turns.map((turn, place) => [turn.id, place]))
  const fromOf = (thread: Thread) => placeOf.get(thread.branchPoint?.turnId ?? '') ?? -1
  const book = new Map(known)
  children.forEach((child, nth) => {
    if (book.has(child.id)) return
    const from = fromOf(child)
    const blocked = new Set<number | undefined>()
    for (const other of children.slice(0, nth)) {
      const reach = wasOver(other, turnsOf[other.id], child.createdAt)
        ? Math.max(fromOf(other), homePlace(other, turns, child.createdAt))
        : Number.POSITIVE_INFINITY
      if (reach >= from) blocked.add(book.get(other.id))
    }
    let lane = 1
    while (blocked.has(lane)) lane += 1
    book.set(child.id, lane)
  })
  return book
}

/** Whether a fork was at rest at a moment: all its turns that had begun were over. One that had not begun yet was still to run. */
function wasOver(thread: Thread, turns: readonly Turn[] | undefined, atMs: number): boolean {
  const begun = turns?.filter((turn) => turn.startedAt <= atMs) ?? []
  const ends = begun.length > 0 ? begun.map((turn) => turn.endedAt) : [thread.endedAt]
  return ends.every((endedAt) => endedAt !== null && endedAt <= atMs)
}

/** The place of the turn a fork had been brought home to by then; -1: it had not been. */
function homePlace({ broughtBackAt }: Thread, turns: readonly Turn[], atMs: number): number {
  return broughtBackAt !== null && broughtBackAt <= atMs ? lastStarted(turns, broughtBackAt) : -1
}
