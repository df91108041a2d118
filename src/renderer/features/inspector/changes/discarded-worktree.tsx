import type { Thread } from '../../../../shared/domain/thread'
import type { Worktree } from '../../../../shared/domain/worktree'
import { useApp } from '../../../state/store'
import { keptSentence } from '../../../threads/kept-until'
import { isRestorable, RestoreButton } from '../../../threads/restore-button'
import { EmptyState } from '../../../ui/empty-state'
import { formatClock } from '../../../ui/format-time'
import styles from './changes-tab.module.css'

/** What was discarded: since when, where it is kept and until when, and the way back. */
export function DiscardedWorktree({ thread, worktree }: { thread: Thread; worktree: Worktree }) {
  const days = useApp(({ view }) => view.settings?.['worktree.rescueDays'])
  const { rescuedAt, rescuedTo } = worktree
  const restorable = isRestorable(thread)
  return (
    <EmptyState
      title={rescuedAt == null ? 'Discarded' : `Discarded ${formatClock(rescuedAt, Date.now())}`}
      actions={restorable && <RestoreButton threadId={thread.id} title={thread.title} />}
    >
      {restorable ? (
        <>
          <p>{keptSentence(worktree, days)} Restoring brings every file back, also what was in no commit.</p>
          {rescuedTo != null && <code className={styles.where}>{rescuedTo}</code>}
        </>
      ) : (
        <p>Its folder is gone. What was committed stays in the repository.</p>
      )}
    </EmptyState>
  )
}
