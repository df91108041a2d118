import { CornerDownLeft } from 'lucide-react'
import type { Thread } from '../../../shared/domain/thread'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { appStore } from '../../state/store'
import { leaveCompare, openDialog, openThread, showAsTrunk } from '../../state/ui-actions'
import { discardThread } from '../../threads/discard-thread'
import { homecomingBar } from '../../threads/homecoming-bar'
import { isRestorable, RestoreButton } from '../../threads/restore-button'
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
  const host = useHost()
  const { id: threadId, title } = thread
  const mergeable = homecomingBar(thread, 'merge') === null
  const discard = () =>
    discardThread(host, { threadId, title }).catch((error: unknown) => {
      const text = failureText(error)
      openDialog({ kind: 'failure', title: `${title} was not discarded`, text, advice: failureAdvice(error) })
    })
  return (
    <div className={styles.actions}>
      <Button
        icon={<CornerDownLeft />}
        aria-label={`Bring back ${title}`}
        onClick={() => openDialog({ kind: 'bring-back', threadId })}
      >
        Bring back
      </Button>
      {mergeable && (
        <Button aria-label={`Merge ${title}`} onClick={() => openDialog({ kind: 'merge', threadId })}>
          Merge
        </Button>
      )}
      <Button aria-label={`Open ${thread.title}`} onClick={() => openFromHere(thread)}>
        Open
      </Button>
      {isRestorable(thread) && <RestoreButton threadId={threadId} title={title} />}
      {mergeable && (
        <Button tone="danger" aria-label={`Discard ${title}`} onClick={() => void discard()}>
          Discard
        </Button>
      )}
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
