import { Lock } from 'lucide-react'
import type { Thread } from '../../shared/domain/thread'
import { useSession } from '../state/store'
import { revealRow, showAsTrunk } from '../state/ui-actions'
import styles from './inherited-row.module.css'
import { inheritedWords } from './inherited-words'

const NO_TURNS: readonly never[] = []

/** What a thread has from its parent, in one row that leads to where it leaves it; nothing for the main thread. */
export function InheritedRow({ thread }: { thread: Thread }) {
  const parent = useSession(
    (session) => (thread.parentId === null ? undefined : session.threads[thread.parentId]),
    undefined,
  )
  const turns = useSession(
    (session) => (thread.parentId === null ? undefined : session.turns[thread.parentId]),
    undefined,
  )
  const inherited = inheritedWords(thread, parent, turns ?? NO_TURNS)
  if (!inherited) return null
  const show = () => {
    if (!parent) return
    showAsTrunk(parent.id)
    if (inherited.turn) revealRow(inherited.turn.id)
  }
  return (
    <button type="button" className={styles.inherit} title="Show where it leaves its parent" onClick={show}>
      <Lock aria-hidden="true" />
      <span className="cut">{inherited.text}</span>
      <span className="grow" />
      {inherited.turn && thread.branchPoint && (
        <span className={`${styles.size} num`}>{thread.branchPoint.message} messages, unchanged</span>
      )}
    </button>
  )
}
