import { useShallow } from 'zustand/react/shallow'
import type { Thread } from '../../shared/domain/thread'
import { useApp } from '../state/store'
import { openThread, showInspector } from '../state/ui-actions'
import { savedNanoUsd, sentOf, sumMoney, sumUsage } from '../threads/usage-figures'
import { CostBar } from '../ui/cost-bar'
import { formatShare } from '../ui/format-count'
import { formatMoney } from '../ui/format-money'
import styles from './top-bar.module.css'
import { useInDemo } from './use-in-demo'

const NONE: readonly Thread[] = []

/** What the session has cost and what sharing has saved; opens the ledger. */
export function SessionMeter() {
  const threads = useApp(
    useShallow(({ view: { session } }) => session?.threadIds.flatMap((id) => session.threads[id] ?? []) ?? NONE),
  )
  const main = useApp(({ view }) => view.session?.session.mainThreadId)
  const selected = useApp(({ ui }) => ui.threadId)
  const usage = sumUsage(threads.map((thread) => thread.usage))
  const money = sumMoney(threads.map((thread) => thread.money))
  const demo = useInDemo()
  const open = () => (selected === null && main ? openThread(main, 'cost') : showInspector('cost'))
  return (
    <button
      type="button"
      className={styles.meter}
      title={demo ? 'Simulated: nothing is paid. Opens the cost of the session' : 'Open the cost of the session'}
      onClick={open}
    >
      <span>
        Spent <b>{formatMoney(money.nanoUsd)}</b>
      </span>
      <span className={styles.saved}>
        Saved <b>{formatMoney(savedNanoUsd(money))}</b>
      </span>
      <CostBar
        className={styles.meterBar}
        read={usage.cacheRead}
        fresh={usage.input}
        written={usage.cacheWrite5m + usage.cacheWrite1h}
      />
      <span>
        <b>{formatShare(usage.cacheRead, sentOf(usage))}</b> cached
      </span>
    </button>
  )
}
