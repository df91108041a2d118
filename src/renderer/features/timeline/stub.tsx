import { ArrowRight } from 'lucide-react'
import { memo } from 'react'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import type { Worktree } from '../../../shared/domain/worktree'
import { useApp, useSession } from '../../state/store'
import { openThread, showApproval } from '../../state/ui-actions'
import { useCommand } from '../../state/use-command'
import { BringBackButton } from '../../threads/bring-back-button'
import { CompareMark } from '../../threads/compare-mark'
import { isToBringBack } from '../../threads/homecoming-bar'
import { KindMark } from '../../threads/kind-mark'
import { isRestorable, RestoreButton } from '../../threads/restore-button'
import { StartNow } from '../../threads/start-now'
import { StateLabel } from '../../threads/state-label'
import { ThreadBadge } from '../../threads/thread-badge'
import { shownHue, threadMarks } from '../../threads/thread-marks'
import { sentOf, tokensOf } from '../../threads/usage-figures'
import { Warmth } from '../../threads/warmth-notes'
import { Button, IconButton } from '../../ui/button'
import { classes } from '../../ui/classes'
import { Elapsed } from '../../ui/elapsed'
import { formatCount, formatShare, plural } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import { BranchSign, PlaySign, StopSign } from '../../ui/signs'
import { filesTouched } from './files-touched'
import { runningSince } from './running-since'
import styles from './stub.module.css'
import { stubDetail, stubName } from './stub-words'
import { useOpenApprovals } from './use-open-approvals'

interface StubProps {
  threadId: string
  place: 'single' | 'middle' | 'last'
  focused: boolean
}

/** A fork under its parent turn, 52 high whatever happens in it: who, in which state, doing what, at what price. */
export const Stub = memo(function Stub({ threadId, place, focused }: StubProps) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  const mark = useSession((session) => threadMarks(session)[threadId], undefined)
  const selected = useApp(({ ui }) => ui.threadId === threadId && ui.inspector.open)
  if (!thread) return null
  return (
    <article
      className={classes(styles.stub, styles[place], selected && styles.selected)}
      aria-label={stubName(thread)}
      data-hue={shownHue(thread, mark)}
      tabIndex={focused ? 0 : -1}
      data-row={threadId}
    >
      <div className={styles.who}>
        <div className={styles.line}>
          <ThreadBadge threadId={threadId} />
          <h4
            className={classes('cut', thread.state === 'discarded' && styles.off)}
            title={thread.directive ?? undefined}
          >
            {thread.title}
          </h4>
          <KindMark thread={thread} />
          <StateLabel thread={thread} />
          <CompareMark threadId={threadId} />
        </div>
        <Doing thread={thread} />
      </div>
      <Figures thread={thread} />
      <Actions thread={thread} />
    </article>
  )
})

/** What the fork does now, or why it is as it is; and the branch it works on. */
function Doing({ thread }: { thread: Thread }) {
  const below = useSession(
    (session) => session.threadIds.filter((id) => session.threads[id]?.parentId === thread.id).length,
    0,
  )
  const detail = stubDetail(thread)
  return (
    <div className={styles.detail}>
      <span className={classes('cut', detail.code && styles.code)} title={detail.text}>
        {detail.text}
      </span>
      {detail.code && <CallAge threadId={thread.id} />}
      {thread.worktree && (
        <span className={styles.branch} title={thread.worktree.path}>
          <BranchSign className={styles.sign} width={12} height={12} />
          <span className="sr">worktree branch </span>
          <span className="cut">{thread.worktree.branch}</span>
        </span>
      )}
      <Warmth thread={thread} />
      {thread.state === 'warming' && <StartNow thread={thread} className={styles.start} />}
      {below > 0 && <span className={styles.below}>{plural(below, 'thread')} below</span>}
    </div>
  )
}

/** How long the call that runs has been running; nothing while none is known to. */
function CallAge({ threadId }: { threadId: string }) {
  const since = useSession((session) => runningSince(session, threadId), null)
  if (since === null) return null
  return (
    <span className={styles.age}>
      <Elapsed since={since} />
    </span>
  )
}

function Figures({ thread }: { thread: Thread }) {
  const { usage, worktree } = thread
  const sent = sentOf(usage)
  const live = LIVE_STATES.has(thread.state)
  const touched = useSession((session) => (live && worktree ? filesTouched(session, thread.id) : 0), 0)
  if (sent === 0) return <div className={styles.figures} />
  return (
    <div className={styles.figures}>
      <b>{formatMoney(thread.money.nanoUsd)}</b>
      <b>{formatShare(usage.cacheRead, sent)} cached</b>
      <span>{countingUp(tokensOf(usage))} tok</span>
      <span>{worktree && <Changed worktree={worktree} touched={touched} />}</span>
    </div>
  )
}

/** A round figure keeps its decimal, `9.0k`: it would be narrower than the one before, and move. */
function countingUp(tokens: number): string {
  return formatCount(tokens).replace(/^(\d{1,2})([kM])$/, '$1.0$2')
}

/** `3 files +41 −7`; the lines only where they are known. */
function Changed({ worktree, touched }: { worktree: Worktree; touched: number }) {
  const { added = 0, removed = 0 } = worktree
  return (
    <>
      {plural(Math.max(worktree.filesChanged, touched), 'file')}
      {added > 0 && <span className={styles.added}> +{formatCount(added)}</span>}
      {removed > 0 && <span className={styles.removed}> −{formatCount(removed)}</span>}
    </>
  )
}

function Actions({ thread }: { thread: Thread }) {
  const run = useCommand()
  const approvals = useOpenApprovals(thread.id)
  const first = approvals[0]
  const threadId = thread.id
  if (first) {
    return (
      <div className={styles.actions}>
        <Button small tone="wait" onClick={() => showApproval(first.id)}>
          Review {approvals.length}
        </Button>
        <IconButton
          small
          tone="plain"
          className={styles.second}
          label="Open"
          icon={<ArrowRight />}
          onClick={() => openThread(threadId)}
        />
      </div>
    )
  }
  return (
    <div className={styles.actions}>
      {LIVE_STATES.has(thread.state) && (
        <IconButton
          small
          label={`Stop ${thread.title}`}
          icon={<StopSign />}
          onClick={() => run('The fork could not be stopped', 'thread.stop', { threadId })}
        />
      )}
      {thread.resumable && (
        <Button
          small
          icon={<PlaySign />}
          onClick={() => run('The fork could not be resumed', 'thread.resume', { threadId })}
        >
          Resume
        </Button>
      )}
      {isRestorable(thread) && <RestoreButton small threadId={threadId} title={thread.title} />}
      {isToBringBack(thread) && <BringBackButton thread={thread} />}
      {thread.resumable || isRestorable(thread) || isToBringBack(thread) ? (
        <IconButton
          small
          tone="plain"
          className={styles.second}
          label="Open"
          icon={<ArrowRight />}
          onClick={() => openThread(threadId)}
        />
      ) : (
        <Button small className={styles.open} aria-label="Open" onClick={() => openThread(threadId)}>
          <span>Open</span>
          <ArrowRight aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}
