import { Folder, ListTree, X } from 'lucide-react'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import { appStore, useApp, useSession } from '../../state/store'
import { hideInspector, showAsTrunk } from '../../state/ui-actions'
import { useCommand } from '../../state/use-command'
import { chooseThread } from '../../threads/choose-thread'
import { KindMark } from '../../threads/kind-mark'
import { StartNow } from '../../threads/start-now'
import { StateLabel } from '../../threads/state-label'
import { ThreadBadge } from '../../threads/thread-badge'
import { Siblings, ThreadPath } from '../../threads/thread-path'
import { fullReason } from '../../threads/thread-words'
import { Button, IconButton } from '../../ui/button'
import { BranchSign, StopSign } from '../../ui/signs'
import styles from './inspector.module.css'
import { shortFolder } from './short-folder'

/** Which thread it is, its state in words, where it works, and what can be done with it as a whole. */
export function InspectorHead({ thread }: { thread: Thread }) {
  const command = useCommand()
  const reason = fullReason(thread)
  const isTrunk = useApp(({ ui }) => ui.trunkId === thread.id)
  const from = useSession((session) => {
    const turns = thread.parentId === null ? [] : (session.turns[thread.parentId] ?? [])
    return turns.find((turn) => turn.id === thread.branchPoint?.turnId)?.n ?? null
  }, null)
  return (
    <header className={styles.head}>
      {thread.parentId !== null && <Lineage threadId={thread.id} />}
      <div className={styles.line}>
        <ThreadBadge threadId={thread.id} />
        <h2 className="cut" title={thread.title}>
          {thread.kind === 'main' ? 'Main' : thread.title}
        </h2>
        <KindMark thread={thread} />
        <StateLabel thread={thread} className={styles.state} />
        <span className="grow" />
        {LIVE_STATES.has(thread.state) && (
          <Button
            small
            icon={<StopSign />}
            onClick={() => void command('The thread was not stopped', 'thread.stop', { threadId: thread.id })}
          >
            Stop
          </Button>
        )}
        {!isTrunk && (
          <IconButton
            small
            label="Open"
            icon={<ListTree />}
            title="Open it as the trunk of the timeline"
            onClick={() => showAsTrunk(thread.id)}
          />
        )}
        <IconButton small label="Close inspector" icon={<X />} onClick={hideInspector} />
      </div>
      <div className={styles.place}>
        {thread.worktree ? (
          <>
            <span className={styles.where} title={thread.worktree.branch}>
              <BranchSign />
              <code className="cut">{thread.worktree.branch}</code>
            </span>
            <span className={styles.where} title={thread.worktree.path}>
              <Folder aria-hidden="true" />
              <code className="cut">{shortFolder(thread.worktree.path)}</code>
            </span>
          </>
        ) : (
          <span className={styles.where}>
            {thread.isolation === 'readonly' ? 'Your checkout, read-only' : 'Your checkout'}
          </span>
        )}
        {from !== null && <span className={`${styles.from} num`}>from turn {from}</span>}
      </div>
      {reason && <p className={styles.reason}>{reason}</p>}
      {thread.state === 'warming' && <StartNow thread={thread} className={styles.startNow} />}
    </header>
  )
}

/** Where the thread stands in the tree, and the way up and to its siblings. */
function Lineage({ threadId }: { threadId: string }) {
  const go = (id: string) => {
    const thread = appStore.getState().view.session?.threads[id]
    if (thread) chooseThread(thread)
  }
  return (
    <div className={styles.lineage}>
      <ThreadPath threadId={threadId} onStep={go} />
      <span className="grow" />
      <Siblings threadId={threadId} onStep={go} />
    </div>
  )
}
