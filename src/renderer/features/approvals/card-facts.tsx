import type { Approval } from '../../../shared/domain/approval'
import { useSession } from '../../state/store'
import { sourceWords } from './approval-words'
import styles from './card.module.css'

/** The directive behind a call, the folder it would run in, and why it is asked. */
export function CardFacts({ approval, directive }: { approval: Approval; directive?: string | null }) {
  const thread = useSession((session) => session.threads[approval.threadId], undefined)
  const { reason } = approval
  // In a list over many sessions the thread may be of one that is not open.
  const ordered = directive ?? thread?.directive
  return (
    <div className={styles.part}>
      <dl className={styles.facts}>
        {ordered && (
          <>
            <dt>Directive</dt>
            <dd className={styles.directive}>{ordered}</dd>
          </>
        )}
        <dt>Folder</dt>
        <dd>
          <code>{approval.folder}</code>
          {thread && <span className={styles.dim}> · {placeOf(thread)}</span>}
        </dd>
        <dt>Why asked</dt>
        <dd>
          {reason.rule !== null && (
            <>
              Rule <code>{reason.rule}</code>{' '}
            </>
          )}
          {reason.rule !== null && reason.text && '· '}
          {reason.text}
          {reason.source && <span className={styles.dim}> · {sourceWords(reason.source)}</span>}
        </dd>
      </dl>
    </div>
  )
}

function placeOf(thread: { worktree: { branch: string } | null; isolation: string }): string {
  if (thread.worktree) return `branch ${thread.worktree.branch}, not your checkout`
  return thread.isolation === 'readonly' ? 'your checkout, read-only' : 'your checkout'
}
