// Where threads part: the last turn all of them have in common. Pure.
import type { Turn } from '../../../shared/domain/turn'
import type { SessionView } from '../../../shared/projection/session-view'

export interface CommonTurn {
  /** The thread the turn is in. */
  threadId: string
  /** null: they part before its first turn. */
  turn: Turn | null
}

type Tree = Pick<SessionView, 'threads' | 'turns'>

/** The last turn in the history of every one of the threads; null without a common thread, which one session always has. */
export function commonTurn(session: Tree, threadIds: readonly string[]): CommonTurn | null {
  const paths = threadIds.map((id) => pathOf(session, id))
  const [first] = paths
  if (!first) return null
  for (const threadId of first.keys()) {
    const last = paths.map((path) => path.get(threadId))
    if (last.some((n) => n === undefined)) continue
    const n = Math.min(...last.map((each) => each ?? 0))
    return { threadId, turn: session.turns[threadId]?.[n - 1] ?? null }
  }
  return null
}

/** The threads from one up to the root, each with the number of its last turn that belongs to the history. */
function pathOf({ threads, turns }: Tree, threadId: string): Map<string, number> {
  const path = new Map<string, number>()
  let last = Number.POSITIVE_INFINITY
  for (let thread = threads[threadId]; thread; thread = threads[thread.parentId ?? '']) {
    path.set(thread.id, Math.min(last, turns[thread.id]?.length ?? 0))
    const left = thread.branchPoint?.turnId
    last = turns[thread.parentId ?? '']?.find((turn) => turn.id === left)?.n ?? 0
  }
  return path
}
