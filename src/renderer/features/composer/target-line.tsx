import { ArrowRight } from 'lucide-react'
import type { Thread } from '../../../shared/domain/thread'
import { ThreadBadge } from '../../threads/thread-badge'
import { useThreadHue } from '../../threads/use-thread-hue'
import styles from './composer.module.css'

/** To whom the composer writes: `→ Main`, or `→ fork B “PEG” · worktree tine/peg-7f3a`. */
export function TargetLine({ thread }: { thread: Thread }) {
  const hue = useThreadHue(thread)
  return (
    <span className={styles.to} data-hue={hue}>
      <ArrowRight className={styles.arrow} aria-label="To" />
      {thread.kind === 'main' ? (
        <b>Main</b>
      ) : (
        <>
          {thread.kind} <ThreadBadge threadId={thread.id} /> <b className="cut">“{thread.title}”</b>
        </>
      )}
      {thread.worktree && (
        <span className={`cut ${styles.where}`} title={thread.worktree.branch}>
          <span className={styles.dim}>· worktree</span> <code>{thread.worktree.branch}</code>
        </span>
      )}
      {thread.isolation === 'readonly' && <span className={styles.dim}>· read-only</span>}
    </span>
  )
}
