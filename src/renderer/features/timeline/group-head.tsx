import { Columns2 } from 'lucide-react'
import { memo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread, ThreadState } from '../../../shared/domain/thread'
import type { Turn } from '../../../shared/domain/turn'
import { useApp } from '../../state/store'
import { MOST_COMPARED, openCompare } from '../../state/ui-actions'
import { useCommand } from '../../state/use-command'
import { countWords } from '../../threads/kind-words'
import { sentOf, sumMoney, sumUsage } from '../../threads/usage-figures'
import { Button } from '../../ui/button'
import { formatShare } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import { StopSign } from '../../ui/signs'
import styles from './group-head.module.css'

interface GroupHeadProps {
  turn: Turn | null
  threadIds: readonly string[]
}

const NO_THREADS: readonly Thread[] = []

/** The heading of siblings: how many, what they share, what they cost together, and one way to stop them all. */
export const GroupHead = memo(function GroupHead({ turn, threadIds }: GroupHeadProps) {
  const threads = useApp(useShallow(({ view }) => threadIds.flatMap((id) => view.session?.threads[id] ?? NO_THREADS)))
  const run = useCommand()
  const usage = sumUsage(threads.map((thread) => thread.usage))
  const running = threads.filter((thread) => LIVE_STATES.has(thread.state))
  const sent = sentOf(usage)
  const count = countWords(threads)
  return (
    // An article, since a feed has no other children.
    <article className={styles.head} aria-label={`${count} from ${turn ? `turn ${turn.n}` : 'the start'}`}>
      <h3>{count}</h3>
      {sent > 0 && <span className={`num ${styles.figure}`}>{formatShare(usage.cacheRead, sent)} cached</span>}
      <span className={styles.states}>{statesText(threads)}</span>
      <span className="grow" />
      {/* Before what stays: when it goes, nothing moves under the pointer. */}
      {running.length > 1 && (
        <Button
          small
          tone="ghost"
          icon={<StopSign />}
          title={running.map((thread) => thread.title).join(', ')}
          onClick={() => {
            for (const { id, title } of running)
              void run(`${title} could not be stopped`, 'thread.stop', { threadId: id })
          }}
        >
          {/* As wide as it ever was: with 9 of 10 left the button stays where it is. */}
          <span>
            Stop{' '}
            <span className={`num ${styles.left}`} style={{ minWidth: `${String(threads.length).length}ch` }}>
              {running.length}
            </span>
          </span>
        </Button>
      )}
      {sent > 0 && (
        <span className={`num ${styles.figure}`}>
          {formatMoney(sumMoney(threads.map((each) => each.money)).nanoUsd)} together
        </span>
      )}
      <Button
        small
        tone="ghost"
        icon={<Columns2 />}
        title={threads.length > MOST_COMPARED ? `The first ${MOST_COMPARED}; others are marked with C` : undefined}
        onClick={() => openCompare(threadIds)}
      >
        Compare
      </Button>
    </article>
  )
})

const SHORT: Partial<Record<ThreadState, string>> = {
  'waiting-approval': 'waiting',
  'turn-limit': 'turn limit',
  'worktree-missing': 'worktree missing',
}

/** `1 streaming, 2 waiting`, short enough to stand whole; the states that are over come last. */
function statesText(threads: readonly Thread[]): string {
  const counts = new Map<string, number>()
  for (const { state } of threads.toSorted(
    (a, b) => Number(LIVE_STATES.has(b.state)) - Number(LIVE_STATES.has(a.state)),
  )) {
    const word = SHORT[state] ?? state
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ')
}
