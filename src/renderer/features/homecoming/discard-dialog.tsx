import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { useApp } from '../../state/store'
import { discardThread } from '../../threads/discard-thread'
import { lossGroups } from '../../threads/loss-words'
import type { WorktreeReading } from '../../threads/use-worktree'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { plural } from '../../ui/format-count'
import { ProblemNote } from '../../ui/problem-note'
import styles from './homecoming.module.css'

interface DiscardDialogProps {
  threadId: string
  title: string
  /** What exists nowhere else, a line each, as the host refused it. */
  loss: readonly string[]
  onClose: () => void
}

/** The second yes before a worktree with work in it is put away: what exists only there, by name. */
export function DiscardDialog({ threadId, title, loss, onClose }: DiscardDialogProps) {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const days = useApp(({ view }) => view.settings?.['worktree.rescueDays'])
  const named = useLoss(threadId)
  const discard = async () => {
    setBusy(true)
    setProblem(null)
    try {
      if (await discardThread(host, { threadId, title }, true)) onClose()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`Discard “${title}”?`}
      icon={<TriangleAlert aria-hidden="true" />}
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button data-first-focus onClick={onClose}>
            Cancel
          </Button>
          <Button tone="danger" disabled={busy} aria-busy={busy} onClick={() => void discard()}>
            Discard all of this
          </Button>
        </>
      }
    >
      <DialogPart className={styles.part}>
        {problem !== null && <ProblemNote advice={failureAdvice(problem)?.text}>{failureText(problem)}</ProblemNote>}
        <p>This worktree holds work that exists nowhere else:</p>
        <ul className={styles.loss}>
          {named
            ? lossGroups(named).map(({ words, names }) => (
                <li key={words}>
                  <b>{words}</b>
                  <Names names={names} />
                </li>
              ))
            : loss.map((line) => <li key={line}>{line}</li>)}
        </ul>
        <p className={styles.quiet}>
          Nothing of it is deleted: its folder moves to <code>rescued/</code> in Tine’s data folder and can be restored
          {days === undefined ? '' : ` for ${plural(days, 'day')}, and from its archive afterwards`}.
        </p>
      </DialogPart>
    </Dialog>
  )
}

const MOST_NAMES = 50

function Names({ names }: { names: readonly string[] }) {
  const more = names.length - MOST_NAMES
  return (
    <ul className={styles.names}>
      {names.slice(0, MOST_NAMES).map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
      {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
    </ul>
  )
}

/** What would be lost, by name; null until that is known, and where it cannot be told: then the lines of the refusal have to do. */
function useLoss(threadId: string): NonNullable<WorktreeReading['loss']> | null {
  const host = useHost()
  const [loss, setLoss] = useState<WorktreeReading['loss']>(null)
  useEffect(() => {
    let overtaken = false
    host.call('worktree.read', { threadId }).then(
      (reading) => {
        if (!overtaken) setLoss(reading.loss)
      },
      () => {
        if (!overtaken) setLoss(null)
      },
    )
    return () => {
      overtaken = true
    }
  }, [host, threadId])
  return loss && lossGroups(loss).length > 0 ? loss : null
}
