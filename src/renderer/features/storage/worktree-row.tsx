import { type ReactNode, useState } from 'react'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { discardThread } from '../../threads/discard-thread'
import { RestoreButton } from '../../threads/restore-button'
import { WorktreeState } from '../../threads/worktree-state'
import { Button } from '../../ui/button'
import { agoText } from '../../ui/format-time'
import { ProblemNote } from '../../ui/problem-note'
import { FreeDialog } from './free-dialog'
import { openOwner } from './open-owner'
import styles from './storage-view.module.css'
import { keptWords, offersFor, sizeWords } from './stored-worktrees'
import type { StoredWorktree } from './use-storage'

/** One worktree, and below it what went wrong with it, where something did. */
export function WorktreeRow({ worktree }: { worktree: StoredWorktree }) {
  const [problem, setProblem] = useState<unknown>(null)
  const { title, projectName, branch, path, rescuedTo, state, usedAt } = worktree
  const kept = keptWords(worktree)
  const where = state === 'discarded' ? (rescuedTo ?? path) : path
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" className={styles.owner} onClick={() => void openOwner(worktree)}>
            <span className="cut">{title}</span>
          </button>
          <span className={`cut ${styles.quiet}`} title={where}>
            {projectName} · <code>{branch}</code>
          </span>
        </th>
        <td>
          <WorktreeState state={state} />
          {kept && <span className={styles.kept}>{kept}</span>}
        </td>
        <td className="num">{sizeWords(worktree)}</td>
        <td className="num" title={new Date(usedAt).toLocaleString('en-GB')}>
          {agoText(usedAt, Date.now())}
        </td>
        <td>
          <span className={styles.acts}>
            <Acts worktree={worktree} onProblem={setProblem} />
          </span>
        </td>
      </tr>
      {problem !== null && (
        <tr>
          <td colSpan={5}>
            <ProblemNote advice={failureAdvice(problem)?.text}>{failureText(problem)}</ProblemNote>
          </td>
        </tr>
      )}
    </>
  )
}

interface ActsProps {
  worktree: StoredWorktree
  onProblem: (problem: unknown) => void
}

function Acts({ worktree, onProblem }: ActsProps): ReactNode {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const [freeing, setFreeing] = useState(false)
  const { threadId, title } = worktree
  const offers = offersFor(worktree)
  const discard = async () => {
    setBusy(true)
    onProblem(null)
    try {
      await discardThread(host, { threadId, title })
    } catch (error) {
      onProblem(error)
    }
    setBusy(false)
  }
  return (
    <>
      {offers.free && (
        <Button small disabled={busy} onClick={() => setFreeing(true)}>
          Free…
        </Button>
      )}
      {offers.restore && <RestoreButton small threadId={threadId} title={title} />}
      {offers.discard && (
        <Button small tone="danger" disabled={busy} onClick={() => void discard()}>
          Discard
        </Button>
      )}
      {freeing && <FreeDialog worktree={worktree} onClose={() => setFreeing(false)} />}
    </>
  )
}
