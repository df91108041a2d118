import { useShallow } from 'zustand/react/shallow'
import type { ThreadState } from '../../../shared/domain/thread'
import { useApp, useSession } from '../../state/store'
import { openThread, showApproval } from '../../state/ui-actions'
import { StateIcon } from '../../threads/state-icon'
import type { StateIconName } from '../../threads/thread-words'
import { plural } from '../../ui/format-count'
import { Kbd } from '../../ui/kbd'
import styles from './outline.module.css'

/** The states that wait for a decision of the person, with the words for how many there are. */
const STUCK: readonly { state: ThreadState; icon: StateIconName; words: (count: number) => string }[] = [
  { state: 'failed', icon: 'failed', words: (count) => `${count} failed` },
  { state: 'interrupted', icon: 'interrupted', words: (count) => plural(count, 'interrupted thread') },
  { state: 'turn-limit', icon: 'limit', words: (count) => `${count} at the turn limit` },
  { state: 'worktree-missing', icon: 'missing', words: (count) => plural(count, 'missing worktree') },
]

/** What goes nowhere without the person, by kind; not there while there is nothing. */
export function NeedsYou() {
  const approvals = useSession((session) => session.approvals.length, 0)
  const ids = useApp(
    useShallow(({ view: { session } }) =>
      STUCK.map(({ state }) => session?.threadIds.filter((id) => session.threads[id]?.state === state).join(' ') ?? ''),
    ),
  )
  const stuck = STUCK.map((kind, index) => ({ ...kind, ids: (ids[index] ?? '').split(' ').filter(Boolean) }))
  if (approvals === 0 && stuck.every((kind) => kind.ids.length === 0)) return null
  // One key walks through all of them: it is said once.
  const nextKind = stuck.findIndex((kind) => kind.ids.length > 0)
  return (
    <section aria-label="Needs you">
      <h2 className={styles.heading}>Needs you</h2>
      <ul className={styles.needs}>
        {approvals > 0 && (
          <li>
            <button type="button" className={styles.waiting} onClick={() => showApproval()}>
              <StateIcon name="waiting" />
              <span>{plural(approvals, 'approval')}</span>
              <Kbd action="approvals" />
            </button>
          </li>
        )}
        {stuck.map(({ state, icon, words, ids: [first, ...others] }, index) => {
          if (!first) return null
          return (
            <li key={state}>
              <button type="button" data-state={state} onClick={() => openThread(first)}>
                <StateIcon name={icon} />
                <span>{words(others.length + 1)}</span>
                {index === nextKind && <Kbd action="next-needy" />}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
