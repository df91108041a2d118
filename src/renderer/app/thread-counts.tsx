import { useShallow } from 'zustand/react/shallow'
import type { ThreadState } from '../../shared/domain/thread'
import { useApp } from '../state/store'
import { StateIcon } from '../threads/state-icon'
import styles from './top-bar.module.css'

const RUNNING: readonly ThreadState[] = ['streaming', 'rate-limited']
const WAITING: readonly ThreadState[] = ['waiting-approval']
const QUEUED: readonly ThreadState[] = ['queued', 'warming']

/** How many threads run, wait for the person, and wait for their turn. What is not there is not said. */
export function ThreadCounts() {
  const states = useApp(
    useShallow(({ view: { session } }) => (session?.threadIds ?? []).map((id) => session?.threads[id]?.state)),
  )
  const count = (of: readonly ThreadState[]) => states.filter((state) => state && of.includes(state)).length
  const running = count(RUNNING)
  const waiting = count(WAITING)
  const queued = count(QUEUED)
  return (
    <div className={styles.counts}>
      <span title={`${running} running`}>
        <StateIcon name="streaming" />
        {running} <span className={styles.word}>running</span>
      </span>
      {waiting > 0 && (
        <span className={styles.wait} title={`${waiting} waiting for you`}>
          <StateIcon name="waiting" />
          {waiting} <span className={styles.word}>waiting</span>
        </span>
      )}
      {queued > 0 && (
        <span title={`${queued} queued`}>
          <StateIcon name="queued" />
          {queued} <span className={styles.word}>queued</span>
        </span>
      )}
    </div>
  )
}
