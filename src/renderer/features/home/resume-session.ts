import type { SessionListEntry } from '../../../shared/domain/session'
import { sessionShown } from '../../state/session-shown'
import { appStore } from '../../state/store'
import { goTo, openThread, showAsTrunk } from '../../state/ui-actions'

/** The first thread of a session that was interrupted and can be taken up again; null: none was. */
export function interruptedThread(session: Pick<SessionListEntry, 'lanes'>): string | null {
  return session.lanes.find((lane) => lane.state === 'interrupted')?.threadId ?? null
}

/**
 * Opens a session at a thread that can be resumed, where what that costs is said before it is done: a thread whose cache has gone
 * cold is dear to wake.
 */
export async function openToResume(sessionId: string, threadId: string): Promise<void> {
  goTo({ screen: 'session', sessionId })
  if (!(await sessionShown(sessionId))) return
  const thread = appStore.getState().view.session?.threads[threadId]
  if (!thread) return
  if (thread.parentId !== null) showAsTrunk(thread.parentId)
  openThread(threadId)
}
