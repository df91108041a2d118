import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import { useSession } from '../../state/store'
import { setFold } from '../../state/ui-actions'
import { chooseThread } from '../../threads/choose-thread'
import { CompareMark } from '../../threads/compare-mark'
import { kindWords } from '../../threads/kind-words'
import { isRestorable, RestoreButton } from '../../threads/restore-button'
import { StateIcon } from '../../threads/state-icon'
import { shownHue, threadMarks } from '../../threads/thread-marks'
import { shortReason, threadWords } from '../../threads/thread-words'
import { Badge } from '../../ui/badge'
import { classes } from '../../ui/classes'
import { Elapsed } from '../../ui/elapsed'
import { plural } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import { IslandSign } from '../../ui/signs'
import styles from './outline-item.module.css'
import { type OutlineRow, outlineFold } from './outline-rows'

interface OutlineItemProps {
  row: OutlineRow
  selected: boolean
  /** Whether Tab reaches this row: one of the tree is. */
  reachable: boolean
  onFocus: (threadId: string) => void
}

/** One thread, 40 high: its name and price, below its state in words and what it does. */
export const OutlineItem = memo(function OutlineItem({ row, selected, reachable, onFocus }: OutlineItemProps) {
  const { threadId } = row
  const thread = useSession((session) => session.threads[threadId], undefined)
  const mark = useSession((session) => threadMarks(session)[threadId], undefined)
  const approvals = useSession((session) => session.approvals.filter((each) => each.threadId === threadId).length, 0)
  if (!thread) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a tree are heard by the tree
    <div
      className={classes(styles.item, selected && styles.selected)}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.expanded ?? undefined}
      aria-selected={selected}
      tabIndex={reachable ? 0 : -1}
      data-thread={threadId}
      data-hue={shownHue(thread, mark)}
      style={{ paddingLeft: 8 + (row.level - 1) * 16 }}
      onFocus={() => onFocus(threadId)}
      onClick={() => chooseThread(thread)}
    >
      <span className={styles.icon}>
        <StateIcon name={threadWords(thread, Date.now()).icon} />
      </span>
      <span className={classes(styles.name, 'cut', thread.state === 'discarded' && styles.off)}>{nameOf(thread)}</span>
      <span className={styles.end}>
        <CompareMark threadId={threadId} />
        {isRestorable(thread) && <RestoreButton small sign threadId={threadId} title={thread.title} />}
        {approvals > 0 ? (
          <Badge tone="wait">
            {approvals}
            <span className="sr"> {approvals === 1 ? 'approval' : 'approvals'} open</span>
          </Badge>
        ) : (
          thread.usage.output > 0 && formatMoney(thread.money.nanoUsd)
        )}
        {row.expanded !== null && <FoldButton threadId={threadId} expanded={row.expanded} />}
      </span>
      <Under thread={thread} />
    </div>
  )
})

/** For the pointer only; the keyboard folds with the arrows. */
function FoldButton({ threadId, expanded }: { threadId: string; expanded: boolean }) {
  return (
    <button
      type="button"
      className={styles.fold}
      tabIndex={-1}
      aria-hidden="true"
      data-open={expanded}
      onClick={(event) => {
        event.stopPropagation()
        setFold(outlineFold(threadId), expanded)
      }}
    >
      <ChevronRight size={12} />
    </button>
  )
}

function Under({ thread }: { thread: Thread }) {
  const turns = useSession((session) => session.turns[thread.id]?.length ?? 0, 0)
  const words = threadWords(thread, Date.now())
  const kind = kindWords(thread)
  const more =
    thread.activity ?? (thread.resumable ? 'resumable' : turns > 1 ? plural(turns, 'turn') : restWords(thread))
  return (
    <span className={classes(styles.under, 'cut', styles[words.tone])}>
      {thread.kind === 'island' && <IslandSign className={styles.kind} width={12} height={12} />}
      {kind && `${kind} · `}
      {words.word}
      {words.since !== null && (
        <>
          {' · '}
          <Elapsed since={words.since} />
        </>
      )}
      {more ? ` · ${more}` : ''}
    </span>
  )
}

/** What the state leaves unsaid of a thread that does nothing: its result, else why it is as it is. */
function restWords(thread: Thread): string | null {
  if (thread.state === 'rate-limited') return null
  return thread.state === 'done' ? thread.report : shortReason(thread)
}

function nameOf(thread: Thread): string {
  return thread.kind === 'main' ? 'Main' : thread.title
}
