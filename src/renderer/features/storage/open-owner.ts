import { sessionShown } from '../../state/session-shown'
import { appStore } from '../../state/store'
import { goTo, openThread, showAsTrunk } from '../../state/ui-actions'
import type { StoredWorktree } from './use-storage'

/** Opens the session a worktree belongs to, and in it the changes of its thread. */
export async function openOwner({
  sessionId,
  threadId,
}: Pick<StoredWorktree, 'sessionId' | 'threadId'>): Promise<void> {
  goTo({ screen: 'session', sessionId })
  if (!(await sessionShown(sessionId))) return
  const parentId = appStore.getState().view.session?.threads[threadId]?.parentId
  if (parentId) showAsTrunk(parentId)
  openThread(threadId, 'changes')
}
