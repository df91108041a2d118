import type { Thread } from '../../shared/domain/thread'
import { IslandSign } from '../ui/signs'
import styles from './kind-mark.module.css'
import { kindWords } from './kind-words'

const ISLAND = 'Runs isolated: it knows nothing of this conversation, asks nothing, and does only what its file allows'

/** The kind of a child that is no fork, in a word; an island, which inherits nothing, has a sign of its own. */
export function KindMark({ thread }: { thread: Pick<Thread, 'kind' | 'agentType'> }) {
  const words = kindWords(thread)
  if (words === '') return null
  const island = thread.kind === 'island'
  return (
    <span className={styles.kind} title={island ? ISLAND : undefined}>
      {island && <IslandSign width={12} height={12} />}
      {words}
    </span>
  )
}
