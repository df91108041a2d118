import { RotateCcw } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { Thread } from '../../shared/domain/thread'
import { failureAdvice } from '../client/failure-advice'
import { failureText } from '../client/failure-text'
import { useHost } from '../client/use-host'
import { openDialog } from '../state/ui-actions'
import { Button, IconButton } from '../ui/button'
import { restoreThread } from './discard-thread'

interface RestoreButtonProps {
  threadId: string
  title: string
  small?: boolean
  /** A sign without the word, in a narrow row that is itself what a click and the keyboard reach. */
  sign?: boolean
}

/** Whether a thread's worktree was discarded and can be had back. */
export function isRestorable({ worktree }: Pick<Thread, 'worktree'>): boolean {
  return worktree?.state === 'discarded' && worktree.restorable !== false
}

/** Brings a discarded worktree back, files and all. */
export function RestoreButton({ threadId, title, small, sign }: RestoreButtonProps) {
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
  const shared = {
    small: small ?? false,
    icon: <RotateCcw />,
    disabled: busy,
    'aria-busy': busy,
    title: `Brings the worktree of ${title} back`,
    onClick: (event: MouseEvent) => {
      // Where it stands in a row that is chosen by a click, it is not the row that was meant.
      event.stopPropagation()
      void restore()
    },
  }
  if (sign) return <IconButton {...shared} label="Restore" tabIndex={-1} />
  return <Button {...shared}>Restore</Button>
}
