import type { Chosen } from '../../state/picks'
import { closeDialog, openThread } from '../../state/ui-actions'
import { takenWords } from '../../threads/taken-words'
import type { ReadWorktree } from '../../threads/use-worktree'
import { Button } from '../../ui/button'
import { ProblemNote } from '../../ui/problem-note'
import styles from './homecoming.module.css'

interface TakenPartProps {
  threadId: string
  chosen: Chosen | null
  read: ReadWorktree
}

/** Which files go home, and the way to choose among them. */
export function TakenPart({ threadId, chosen, read }: TakenPartProps) {
  if (read.problem !== null)
    return (
      <ProblemNote
        actions={
          <Button small onClick={read.again}>
            Try again
          </Button>
        }
      >
        {read.problem}
      </ProblemNote>
    )
  const choose = () => {
    closeDialog()
    openThread(threadId, 'changes')
  }
  return (
    <p className={styles.taken}>
      <span className={styles.label}>Takes</span>
      <span>{chosen ? takenWords(chosen) : 'Reading the worktree…'}</span>
      <span className="grow" />
      <Button small tone="ghost" onClick={choose}>
        Choose in Changes
      </Button>
    </p>
  )
}
