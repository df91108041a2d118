import type { ThreadState } from '../../shared/domain/thread'
import type { SessionView } from '../../shared/projection/session-view'

/** States in which a thread goes nowhere without the person. */
const STUCK: ReadonlySet<ThreadState> = new Set(['failed', 'interrupted', 'turn-limit', 'worktree-missing'])

export interface Needy {
  threadId: string
  approvalId: string | null
}

/** All that needs the person: open approvals, oldest first, then threads that are stuck, in the order they were made. */
export function needy(session: SessionView): Needy[] {
  const asked = session.approvals.map(({ threadId, id }) => ({ threadId, approvalId: id }))
  const stuck = session.threadIds
    .filter((id) => STUCK.has(session.threads[id]?.state ?? 'idle'))
    .map((threadId) => ({ threadId, approvalId: null }))
  return [...asked, ...stuck]
}

/** What needs the person after the thread that is selected; from the last on to the first. */
export function nextNeedy(session: SessionView, selected: string | null): Needy | null {
  const all = needy(session)
  const at = all.findLastIndex((each) => each.threadId === selected)
  return all[at + 1] ?? all[0] ?? null
}
