import type { Thread } from '../../shared/domain/thread'
import { appStore } from '../state/store'
import { hideInspector, openThread, showAsTrunk } from '../state/ui-actions'

/**
 * What choosing a thread does, in the outline or on a path: the main thread is the trunk and needs no inspector; a child of the trunk opens in
 * the inspector beside it; whatever hangs deeper is shown where it leaves its own parent.
 */
export function chooseThread(thread: Pick<Thread, 'id' | 'parentId' | 'kind'>) {
  const { trunkId } = appStore.getState().ui
  if (thread.parentId === null) {
    showAsTrunk(thread.id)
    hideInspector()
    return
  }
  if (thread.parentId !== trunkId && thread.id !== trunkId) showAsTrunk(thread.parentId)
  openThread(thread.id)
}
