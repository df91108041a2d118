import { ChevronLeft, ChevronRight, Inbox, X } from 'lucide-react'
import type { Approval } from '../../../shared/domain/approval'
import { useSession } from '../../state/store'
import { openDialog, openThread } from '../../state/ui-actions'
import { StateIcon } from '../../threads/state-icon'
import { ThreadBadge } from '../../threads/thread-badge'
import { Button, IconButton } from '../../ui/button'
import { Elapsed } from '../../ui/elapsed'
import { Kbd } from '../../ui/kbd'
import { neighbourOf, type Shown } from './approval-queue'
import styles from './card.module.css'

interface CardHeaderProps {
  shown: Shown
  queue: readonly Approval[]
  /** The action whose key leads to the card while its letters do not reach it; null while they do. */
  wayIn: string | null
  onTurn: (step: -1 | 1) => void
  onHide: () => void
}

/** Who asks, since when, and where in the queue this is. */
export function CardHeader({ shown: { approval, place, total }, queue, wayIn, onTurn, onHide }: CardHeaderProps) {
  const thread = useSession((session) => session.threads[approval.threadId], undefined)
  const name = thread ? thread.title : `an unknown thread (${approval.threadId})`
  return (
    <header className={styles.header}>
      <span className={styles.sign}>
        <StateIcon name="waiting" />
      </span>
      <h2 id={`${approval.id}-who`} className="sr">
        Approval {place} of {total}: {thread?.kind === 'main' ? name : `${thread?.kind ?? ''} ${name}`}
      </h2>
      <ThreadBadge threadId={approval.threadId} />
      <button type="button" className={`${styles.name} cut`} onClick={() => openThread(approval.threadId)}>
        {name}
      </button>
      <span className={`${styles.dim} ${styles.since}`}>
        asks, <Elapsed since={approval.createdAt} /> ago
      </span>
      <span className="grow" />
      {wayIn && (
        <span className={styles.wayIn}>
          <Kbd action={wayIn} /> to answer
        </span>
      )}
      <span className={styles.queue}>
        <IconButton
          small
          label="Previous approval"
          icon={<ChevronLeft />}
          aria-disabled={neighbourOf(queue, approval.id, -1) === null}
          onClick={() => onTurn(-1)}
        />
        <span className="num">
          {place} of {total}
        </span>
        <IconButton
          small
          label="Next approval"
          icon={<ChevronRight />}
          aria-disabled={neighbourOf(queue, approval.id, 1) === null}
          onClick={() => onTurn(1)}
        />
      </span>
      <Button
        small
        tone="ghost"
        icon={<Inbox />}
        aria-label="Inbox"
        title="Inbox"
        onClick={() => openDialog({ kind: 'approvals' })}
      >
        <span className={styles.label}>Inbox</span>
      </Button>
      <IconButton small label="Put away" icon={<X />} onClick={onHide} />
    </header>
  )
}
