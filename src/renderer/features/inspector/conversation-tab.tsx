import { Lock } from 'lucide-react'
import type { Thread } from '../../../shared/domain/thread'
import { useSession } from '../../state/store'
import { revealRow, showAsTrunk } from '../../state/ui-actions'
import { Transcript } from '../../transcript/transcript'
import styles from './conversation-tab.module.css'
import { inheritedWords } from './inherited-words'

const NO_TURNS: readonly never[] = []

/** The thread's own conversation, and in one row what it has from its parent. */
export function ConversationTab({ thread }: { thread: Thread }) {
  return <Transcript threadId={thread.id} head={<Origin thread={thread} />} />
}

function Origin({ thread }: { thread: Thread }) {
  const parent = useSession(
    (session) => (thread.parentId === null ? undefined : session.threads[thread.parentId]),
    undefined,
  )
  const turns = useSession(
    (session) => (thread.parentId === null ? undefined : session.turns[thread.parentId]),
    undefined,
  )
  // Once it runs, the directive is the first thing said in it.
  const started = useSession((session) => (session.turns[thread.id]?.length ?? 0) > 0, false)
  const inherited = inheritedWords(thread, parent, turns ?? NO_TURNS)
  const show = () => {
    if (!parent) return
    showAsTrunk(parent.id)
    if (inherited?.turn) revealRow(inherited.turn.id)
  }
  return (
    <>
      {inherited && (
        <button type="button" className={styles.inherit} title="Show where it leaves its parent" onClick={show}>
          <Lock aria-hidden="true" />
          <span className="cut">{inherited.text}</span>
          <span className="grow" />
          {inherited.turn && thread.branchPoint && (
            <span className="num">{thread.branchPoint.message} messages, unchanged</span>
          )}
        </button>
      )}
      {thread.directive && !started && (
        <div className={styles.directive}>
          <h3>Directive</h3>
          <p>{thread.directive}</p>
        </div>
      )}
    </>
  )
}
