import { Wrench } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { tell } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { plural } from '../../ui/format-count'
import { ProblemNote } from '../../ui/problem-note'
import styles from './storage-view.module.css'
import type { Difference } from './use-storage'

/** Where database, git and disk do not agree; what can be repaired is, one by one or all together. A repair never deletes. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const repairable = differences.filter(({ repair }) => repair !== null)
  const repair = async (ids?: string[]) => {
    setBusy(true)
    setProblem(null)
    try {
      const { repaired, left } = await host.call('worktree.reconcile', ids ? { differences: ids } : {})
      const more = left.length === 0 ? 'Nothing is left.' : `${plural(left.length, 'difference')} left.`
      const [first] = repaired
      tell({ what: repaired.length === 1 && first ? first.done : `${plural(repaired.length, 'repair')} made.`, more })
    } catch (error) {
      setProblem(failureText(error))
    }
    setBusy(false)
  }
  return (
    <section className={styles.section} aria-labelledby="storage-differences">
      <header>
        <h2 id="storage-differences">Differences</h2>
        <span className={styles.quiet}>
          what the database, git and the disk say does not agree; a repair deletes nothing
        </span>
        <span className="grow" />
        <Button
          icon={<Wrench />}
          disabled={busy || repairable.length === 0}
          title={repairable.length === 0 ? 'None of them can be repaired by itself' : undefined}
          onClick={() => void repair()}
        >
          Repair all
        </Button>
      </header>
      {problem && <ProblemNote>{problem}</ProblemNote>}
      <ul className={styles.lines}>
        {differences.map(({ id, text, repair: how }) => (
          <li key={id}>
            <span className={styles.words}>
              {text}
              <span className={styles.quiet}>{how ?? 'Only you can decide what to do about it.'}</span>
            </span>
            {how !== null && (
              <Button small disabled={busy} onClick={() => void repair([id])}>
                Repair
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
