import type { Thread } from '../../../shared/domain/thread'
import { useSession } from '../../state/store'
import { InheritedRow } from '../../threads/inherited-row'
import { Transcript } from '../../transcript/transcript'
import styles from './conversation-tab.module.css'

/** The thread's own conversation, and in one row what it has from its parent. */
export function ConversationTab({ thread }: { thread: Thread }) {
  return <Transcript threadId={thread.id} head={<Origin thread={thread} />} />
}

function Origin({ thread }: { thread: Thread }) {
  // Once it runs, the directive is the first thing said in it.
  const started = useSession((session) => (session.turns[thread.id]?.length ?? 0) > 0, false)
  return (
    <>
      {thread.parentId !== null && (
        <div className={styles.from}>
          <InheritedRow thread={thread} />
        </div>
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
