import { useState } from 'react'
import { FailureError } from '../../../shared/contract/failure'
import type { Thread } from '../../../shared/domain/thread'
import type { WorktreeState } from '../../../shared/domain/worktree'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { announce } from '../../state/ui-actions'
import { CopyButton } from '../../transcript/code-block'
import { Button } from '../../ui/button'
import { ProblemNote } from '../../ui/problem-note'
import styles from './changes-tab.module.css'
import { DiscardDialog } from './discard-dialog'

const STATES: Record<WorktreeState, string> = {
  creating: 'being created',
  ready: '',
  dirty: 'uncommitted work',
  'in-use': 'in use',
  merging: 'being merged',
  missing: 'missing',
  discarding: 'being discarded',
  discarded: 'discarded',
  restoring: 'being restored',
  restored: 'restored',
  failed: 'could not be created',
}

const KEEP_TITLE = 'Keeps the folder; nothing tidies it away'

/** Keeps or discards the worktree; nothing that exists nowhere else goes without a second yes. */
export function ChangesActions({ thread, onDone }: { thread: Thread; onDone: () => void }) {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [loss, setLoss] = useState<string[] | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const { worktree } = thread
  if (!worktree) return null

  const run = async (act: () => Promise<string>) => {
    setBusy(true)
    setProblem(null)
    try {
      const sentence = await act()
      setSaid(sentence)
      announce(sentence)
      onDone()
    } catch (error) {
      const lost = lossOf(error)
      if (lost) setLoss(lost)
      else setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const keep = () =>
    run(async () => {
      await host.call('worktree.keep', { threadId: thread.id })
      return 'Kept: nothing tidies its folder away.'
    })
  const discard = (confirm: boolean) => {
    setLoss(null)
    return run(async () => {
      // Where its folder went is the reason of its state, which the head of the inspector says for good.
      const { rescuedTo, refs } = await host.call('worktree.discard', { threadId: thread.id, confirm })
      const where = rescuedTo ? 'Its folder is kept.' : 'Its folder was gone already.'
      return `Discarded. ${where}${refs.length > 0 ? ` Its commits stay at ${refs.join(', ')}.` : ''}`
    })
  }
  const discarded = worktree.state === 'discarded'
  return (
    <div className={styles.actions}>
      {problem && <ProblemNote>{problem}</ProblemNote>}
      {said && <p className={styles.said}>{said}</p>}
      {!discarded && <MergeByHand branch={worktree.branch} />}
      <div className={styles.buttons}>
        <code>{worktree.head.slice(0, 7)}</code>
        <span className="cut">{worktree.keptAt ? 'kept' : STATES[worktree.state]}</span>
        <span className="grow" />
        <Button tone="danger" disabled={busy || discarded} onClick={() => void discard(false)}>
          Discard
        </Button>
        <Button title={KEEP_TITLE} disabled={busy || discarded || Boolean(worktree.keptAt)} onClick={() => void keep()}>
          Keep
        </Button>
      </div>
      {loss && (
        <DiscardDialog
          title={thread.title}
          loss={loss}
          onClose={() => setLoss(null)}
          onConfirm={() => void discard(true)}
        />
      )}
    </div>
  )
}

/** How the commits of the branch come into the checkout: by git, and by the person. */
function MergeByHand({ branch }: { branch: string }) {
  const command = `git merge ${branch}`
  return (
    <p className={styles.merge} title="Run it in your checkout. It brings what was committed on the branch.">
      <span className={styles.against}>Bring it home with</span>
      <code className="cut">{command}</code>
      <CopyButton text={command} label="Copy the command" />
    </p>
  )
}

/** What would be lost, when that is why it was refused. */
function lossOf(error: unknown): string[] | null {
  if (!(error instanceof FailureError) || error.failure.code !== 'worktree.dirty') return null
  const { loss, message } = error.failure
  const lines = Array.isArray(loss) ? loss.filter((line) => typeof line === 'string') : []
  return lines.length > 0 ? lines : [message]
}
