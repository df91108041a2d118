import type { Thread } from '../../../shared/domain/thread'
import { useApp } from '../../state/store'
import { sentOf, tokensOf } from '../../threads/usage-figures'
import { formatCount, formatShare } from '../../ui/format-count'
import { formatMoney } from '../../ui/format-money'
import styles from './inspector.module.css'

/** What the thread took so far: steps of its limit, tokens, share of the cache, money. */
export function InspectorFoot({ thread }: { thread: Thread }) {
  const limit = useApp(({ view }) => limitOf(thread, view.settings))
  const sent = sentOf(thread.usage)
  return (
    <footer className={styles.foot}>
      <span className="num">
        Step {thread.steps}
        {limit !== null && ` of ${limit}`}
      </span>
      <span className="num">{formatCount(tokensOf(thread.usage))} tokens</span>
      {sent > 0 && <span className="num">{formatShare(thread.usage.cacheRead, sent)} cached</span>}
      <span className="grow" />
      <b className="num">{formatMoney(thread.money.nanoUsd)}</b>
    </footer>
  )
}

/** Steps are limited for workers only; a person’s own threads go on as long as they are written to. */
function limitOf(
  thread: Thread,
  settings: { 'limits.forkSteps': number; 'limits.agentSteps': number } | null,
): number | null {
  if (!settings || thread.kind === 'main' || thread.kind === 'branch') return null
  return thread.kind === 'fork' ? settings['limits.forkSteps'] : settings['limits.agentSteps']
}
