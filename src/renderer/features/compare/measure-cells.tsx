import type { ReactNode } from 'react'
import type { Turn } from '../../../shared/domain/turn'
import type { Money, Usage } from '../../../shared/domain/units'
import { sentOf, tokensOf } from '../../threads/usage-figures'
import { CostBar } from '../../ui/cost-bar'
import { useNow } from '../../ui/elapsed'
import { formatCount, formatShare, plural } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import { formatDuration } from '../../ui/format-time'
import styles from './cells.module.css'
import { type Work, workedMs } from './read-work'
import type { Column } from './use-columns'

/** What the thread cost, beside the dearest. */
export function CostCell({ money, most, best }: { money: Money; most: number; best: boolean }) {
  return (
    <Value text={formatMoney(money.nanoUsd)} best={best ? 'cheapest' : null}>
      <Track share={(money.nanoUsd ?? 0) / Math.max(1, most)} />
    </Value>
  )
}

/** How much of what was sent came from the cache. */
export function CacheCell({ usage }: { usage: Usage }) {
  const sent = sentOf(usage)
  if (sent === 0) return <p className={styles.quiet}>Nothing sent yet</p>
  return (
    <Value text={`${formatShare(usage.cacheRead, sent)} cached`} note={`${formatCount(tokensOf(usage))} tokens`}>
      <CostBar
        className={styles.track}
        read={usage.cacheRead}
        fresh={usage.input}
        written={usage.cacheWrite5m + usage.cacheWrite1h}
      />
    </Value>
  )
}

/** How long the thread worked, beside the slowest; counting while it works. */
export function TimeCell({
  columns,
  turns,
  best,
}: {
  columns: readonly Column[]
  turns: readonly Turn[]
  best: boolean
}) {
  const now = useNow()
  const most = Math.max(1, ...columns.map((column) => workedMs(column.turns, now)))
  const own = workedMs(turns, now)
  return (
    <Value text={formatDuration(own)} best={best ? 'fastest' : null}>
      <Track share={own / most} />
    </Value>
  )
}

/** How many requests and calls it took. */
export function StepsCell({ steps, work: { tools, refused } }: { steps: number; work: Work }) {
  const parts = [plural(steps, 'step'), plural(tools, 'call')]
  if (refused > 0) parts.push(`${refused} denied`)
  return <p className="num">{parts.join(' · ')}</p>
}

function Value({
  text,
  note,
  best,
  children,
}: {
  text: string
  note?: string
  best?: string | null
  children: ReactNode
}) {
  return (
    <div className={styles.measure}>
      <span className="num">{best ? <b>{text}</b> : text}</span>
      {children}
      {best && <span className={styles.best}>{best}</span>}
      {note && <span className={`num ${styles.noteText}`}>{note}</span>}
    </div>
  )
}

/** Decoration: the figure stands beside it. */
function Track({ share }: { share: number }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <i className={styles.fill} style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  )
}
