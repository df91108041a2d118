import type { Thread } from '../../../shared/domain/thread'
import { appStore } from '../../state/store'
import { leaveCompare, openThread, showAsTrunk } from '../../state/ui-actions'
import { StateLabel } from '../../threads/state-label'
import { ThreadBadge } from '../../threads/thread-badge'
import { shortReason } from '../../threads/thread-words'
import { Button } from '../../ui/button'
import { BranchSign } from '../../ui/signs'
import styles from './column-head.module.css'

/** Who a column is about: letter, name, state, what it was told, where it worked. */
export function ColumnHead({ thread }: { thread: Thread }) {
  const reason = shortReason(thread)
  const told = thread.directive?.replace(/\s+/g, ' ').trim() ?? ''
  return (
    <>
      <div className={styles.who}>
        <ThreadBadge threadId={thread.id} />
        <h3 className="cut" title={thread.title}>
          {thread.title}
        </h3>
        <StateLabel thread={thread} />
      </div>
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      {told !== '' && told !== thread.title && (
        <p className={styles.told} title={thread.directive ?? undefined}>
          {told}
        </p>
      )}
      {thread.worktree && (
        <p className={styles.branch}>
          <BranchSign width={12} height={12} />
          <span className="sr">worktree branch </span>
          <span className="cut">{thread.worktree.branch}</span>
        </p>
      )}
    </>
  )
}

/** What can be done with the thread of a column. */
export function ColumnActions({ thread }: { thread: Thread }) {
  return (
    <div className={styles.actions}>
      <Button aria-label={`Open ${thread.title}`} onClick={() => openFromHere(thread)}>
        Open
      </Button>
    </div>
  )
}

/** Back in the session the thread lies open in the inspector, beside the trunk it leaves. */
function openFromHere({ id, parentId }: Pick<Thread, 'id' | 'parentId'>) {
  leaveCompare(undefined)
  const { trunkId } = appStore.getState().ui
  if (parentId !== null && parentId !== trunkId && id !== trunkId) showAsTrunk(parentId)
  openThread(id)
}
