// What a thread has from its parent, in words.
import type { Thread } from '../../shared/domain/thread'
import type { Turn } from '../../shared/domain/turn'

export interface Inherited {
  /** `Inherits turns 1–42 of Main`. */
  text: string
  /** The turn of the parent where the thread leaves; null where none can be shown. */
  turn: Turn | null
}

/** Null for the main thread, which has no parent. */
export function inheritedWords(
  thread: Thread,
  parent: Thread | undefined,
  parentTurns: readonly Turn[],
): Inherited | null {
  if (thread.parentId === null) return null
  const whose = parent ? (parent.kind === 'main' ? 'Main' : `“${parent.title}”`) : 'its parent'
  const { branchPoint } = thread
  if (thread.kind === 'agent' || thread.kind === 'island' || !branchPoint || branchPoint.message === 0) {
    return { text: `Started fresh by ${whose}: inherits nothing`, turn: null }
  }
  const turn = parentTurns.find((each) => each.id === branchPoint.turnId) ?? null
  if (!turn) return { text: `Inherits ${branchPoint.message} messages of ${whose}`, turn: null }
  return { text: `Inherits ${turn.n === 1 ? 'turn 1' : `turns 1–${turn.n}`} of ${whose}`, turn }
}
