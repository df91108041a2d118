import { memo } from 'react'
import { useSession } from '../../state/store'
import { openThread, setFold } from '../../state/ui-actions'
import { useCommand } from '../../state/use-command'
import { BringBackButton } from '../../threads/bring-back-button'
import { CompareMark } from '../../threads/compare-mark'
import { isToBringBack } from '../../threads/homecoming-bar'
import { KindMark } from '../../threads/kind-mark'
import { isRestorable, RestoreButton } from '../../threads/restore-button'
import { StateIcon } from '../../threads/state-icon'
import { shownHue, threadMarks } from '../../threads/thread-marks'
import { shortReason, threadWords } from '../../threads/thread-words'
import { Warmth } from '../../threads/warmth-notes'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { plural } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import { PlaySign } from '../../ui/signs'
import styles from './line-stub.module.css'
import { stubName } from './stub-words'

/** A fork that was over before the person came, as one line of 28. */
export const LineStub = memo(function LineStub({ threadId, focused }: { threadId: string; focused: boolean }) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  const mark = useSession((session) => threadMarks(session)[threadId], undefined)
  const run = useCommand()
  if (!thread) return null
  const words = threadWords(thread, Date.now())
  const files =
    thread.worktree && thread.worktree.filesChanged > 0 ? plural(thread.worktree.filesChanged, 'file') : null
  const said = thread.state === 'done' ? thread.report : shortReason(thread)
  return (
    <article
      className={classes(styles.stub, thread.state === 'discarded' && styles.off)}
      aria-label={stubName(thread)}
      data-hue={shownHue(thread, mark)}
      tabIndex={focused ? 0 : -1}
      data-row={threadId}
    >
      <span className={styles.icon}>
        <StateIcon name={words.icon} />
      </span>
      <h4 className={styles.title} title={thread.directive ?? undefined}>
        {thread.title}
      </h4>
      <KindMark thread={thread} />
      <button type="button" className={`cut grow ${styles.words}`} onClick={() => setFold(threadId, false)}>
        {[words.word, files, said].filter(Boolean).join(' · ')}
      </button>
      <CompareMark threadId={threadId} />
      <Warmth thread={thread} />
      <span className="num">{formatMoney(thread.money.nanoUsd)}</span>
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
      <Button small tone="ghost" onClick={() => openThread(threadId)}>
        Open
      </Button>
    </article>
  )
})
