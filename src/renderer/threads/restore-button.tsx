import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Thread } from '../../shared/domain/thread'
import { failureAdvice } from '../client/failure-advice'
import { failureText } from '../client/failure-text'
import { useHost } from '../client/use-host'
import { openDialog } from '../state/ui-actions'
import { Button } from '../ui/button'
import { restoreThread } from './discard-thread'

interface RestoreButtonProps {
  threadId: string
  title: string
  small?: boolean
  /** False where the row around it is what the keyboard reaches. */
  reachable?: boolean
}

/** Whether a thread's worktree was discarded and can be had back. */
export function isRestorable({ worktree }: Pick<Thread, 'worktree'>): boolean {
  return worktree?.state === 'discarded' && worktree.restorable !== false
}

/** Brings a discarded worktree back, files and all. */
export function RestoreButton({ threadId, title, small, reachable = true }: RestoreButtonProps) {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    try {
      await restoreThread(host, { threadId, title })
    } catch (error) {
      const text = failureText(error)
      openDialog({ kind: 'failure', title: `${title} was not restored`, text, advice: failureAdvice(error) })
    }
    setBusy(false)
  }
  return (
    <Button
      small={small ?? false}
      icon={<RotateCcw />}
      tabIndex={reachable ? undefined : -1}
      disabled={busy}
      aria-busy={busy}
      title={`Brings the worktree of ${title} back`}
      onClick={(event) => {
        // Where it stands in a row that is chosen by a click, it is not the row that was meant.
        event.stopPropagation()
        void restore()
      }}
    >
      Restore
    </Button>
  )
}
