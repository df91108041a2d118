import { useState } from 'react'
import type { Thread } from '../../../../shared/domain/thread'
import { failureAdvice } from '../../../client/failure-advice'
import { failureText } from '../../../client/failure-text'
import { useHost } from '../../../client/use-host'
import { useAriaKeys } from '../../../keyboard/use-keys'
import { announce, openDialog } from '../../../state/ui-actions'
import { discardThread } from '../../../threads/discard-thread'
import { lossSentence } from '../../../threads/loss-words'
import type { WorktreeReading } from '../../../threads/use-worktree'
import { WorktreeState } from '../../../threads/worktree-state'
import { isBetween } from '../../../threads/worktree-words'
import { Button } from '../../../ui/button'
import { formatClock } from '../../../ui/format-time'
import { Kbd } from '../../../ui/kbd'
import { ProblemNote } from '../../../ui/problem-note'
import { BranchSign } from '../../../ui/signs'
import styles from './changes-tab.module.css'

interface ChangesActionsProps {
  thread: Thread
  reading: WorktreeReading | null
  onDone: () => void
}

/** What can be done with a worktree as a whole; nothing that exists nowhere else goes without a second yes. */
export function ChangesActions({ thread, reading, onDone }: ChangesActionsProps) {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const mergeKeys = useAriaKeys('merge')
  const homeKeys = useAriaKeys('bring-back')
  const { worktree, id: threadId } = thread
  if (!worktree) return null
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await act()
      onDone()
    } catch (error) {
      setProblem(error)
    }
    setBusy(false)
  }
  const keep = () =>
    run(async () => {
      await host.call('worktree.keep', { threadId })
      announce('Kept: nothing tidies its folder away.')
    })
  // That it is kept is a fact beside its state.
  const keptAt = worktree.keptAt ?? null
  const still = busy || isBetween(worktree.state)
  const gone = worktree.state === 'missing' || worktree.state === 'failed'
  const lost = reading?.loss && !gone ? lossSentence(reading.loss) : null
  return (
    <div className={styles.actions}>
      {problem !== null && <ProblemNote advice={failureAdvice(problem)?.text}>{failureText(problem)}</ProblemNote>}
      <p className={styles.facts}>
        <code>{worktree.head.slice(0, 7)}</code>
        <WorktreeState state={worktree.state} />
        {keptAt !== null && (
          <span className={styles.kept} title="Nothing tidies its folder away">
            kept since {formatClock(keptAt, Date.now())}
          </span>
        )}
        {lost && (
          <span className="cut" title={lost}>
            {lost}
          </span>
        )}
      </p>
      <div className={styles.buttons}>
        <Button
          tone="danger"
          disabled={still}
          onClick={() => void run(() => discardThread(host, { threadId, title: thread.title }))}
        >
          Discard
        </Button>
        <Button
          title="Keeps the folder; nothing tidies it away"
          disabled={still || keptAt !== null || gone}
          onClick={() => void keep()}
        >
          Keep
        </Button>
        <span className="grow" />
        <Button
          icon={<BranchSign />}
          disabled={still || gone}
          aria-keyshortcuts={mergeKeys}
          onClick={() => openDialog({ kind: 'merge', threadId })}
        >
          Merge
        </Button>
        {thread.parentId !== null && (
          <Button
            tone="primary"
            aria-keyshortcuts={homeKeys}
            onClick={() => openDialog({ kind: 'bring-back', threadId })}
          >
            Bring back <Kbd action="bring-back" />
          </Button>
        )}
      </div>
    </div>
  )
}
