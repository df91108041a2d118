// The three groups of the home screen and the order in them.

import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { SessionListEntry } from '../../../shared/domain/session'
import type { ThreadState } from '../../../shared/domain/thread'

export interface SessionGroups {
  needsYou: SessionListEntry[]
  running: SessionListEntry[]
  recent: SessionListEntry[]
}

/** States that go on only when the person does something. */
export const NEEDS_PERSON: ReadonlySet<ThreadState> = new Set([
  'waiting-approval',
  'failed',
  'interrupted',
  'turn-limit',
  'worktree-missing',
])

/** Whether the session waits for the person. */
export function needsPerson(session: Pick<SessionListEntry, 'openApprovals' | 'state'>): boolean {
  return session.openApprovals > 0 || NEEDS_PERSON.has(session.state)
}

/** Each session in exactly one group; open approvals first, then what changed last. */
export function groupSessions(sessions: readonly SessionListEntry[]): SessionGroups {
  const newest = [...sessions].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
  const needsYou = newest.filter(needsPerson).sort((a, b) => Number(b.openApprovals > 0) - Number(a.openApprovals > 0))
  const rest = newest.filter((session) => !needsPerson(session))
  return {
    needsYou,
    running: rest.filter((session) => LIVE_STATES.has(session.state)),
    recent: rest.filter((session) => !LIVE_STATES.has(session.state)),
  }
}
