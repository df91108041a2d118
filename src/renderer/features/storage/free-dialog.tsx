import { useState } from 'react'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { tell } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { formatBytes } from '../../ui/format-count'
import { ProblemNote } from '../../ui/problem-note'
import styles from './storage-view.module.css'
import type { StoredWorktree } from './use-storage'

interface FreeDialogProps {
  worktree: StoredWorktree
  onClose: () => void
}

/** Asks before the folder of a discarded worktree is given up for its archive. */
export function FreeDialog({ worktree, onClose }: FreeDialogProps) {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const { threadId, title, bytes } = worktree
  const free = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { bytesFreed, archive } = await host.call('worktree.free', { threadId })
      tell({ what: `${title}: ${formatBytes(bytesFreed)} freed.`, more: `Everything in it is kept at ${archive}.` })
      onClose()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`Free ${formatBytes(bytes ?? 0)} of “${title}”?`}
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button data-first-focus onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" disabled={busy} aria-busy={busy} onClick={() => void free()}>
            Free
          </Button>
        </>
      }
    >
      <DialogPart className={styles.question}>
        {problem !== null && <ProblemNote advice={failureAdvice(problem)?.text}>{failureText(problem)}</ProblemNote>}
        <p>
          Its folder is packed first: the commits under a ref, everything else in an archive. Only when both were
          compared with the folder, byte for byte, does the folder go.
        </p>
        <p className={styles.quiet}>It can still be restored afterwards, from the archive.</p>
      </DialogPart>
    </Dialog>
  )
}
