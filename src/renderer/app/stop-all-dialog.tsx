import { useShallow } from 'zustand/react/shallow'
import { LIVE_STATES } from '../../shared/domain/live-states'
import type { Thread } from '../../shared/domain/thread'
import { useApp } from '../state/store'
import { announce, closeDialog, offerResume } from '../state/ui-actions'
import { useCommand } from '../state/use-command'
import { StateLabel } from '../threads/state-label'
import { ThreadBadge } from '../threads/thread-badge'
import { Button } from '../ui/button'
import { Dialog, DialogPart } from '../ui/dialog'
import { plural } from '../ui/format-count'
import { StopSign } from '../ui/signs'
import styles from './stop-all-dialog.module.css'

const NONE: readonly Thread[] = []

/** Names everything that would stop, before it stops. What is stopped can be resumed. */
export function StopAllDialog() {
  const running = useApp(
    useShallow(
      ({ view: { session } }) =>
        session?.threadIds.flatMap((id) => {
          const thread = session.threads[id]
          return thread && LIVE_STATES.has(thread.state) ? [thread] : []
        }) ?? NONE,
    ),
  )
  const sessionId = useApp(({ view }) => view.session?.session.id)
  const run = useCommand()
  const stop = async () => {
    if (!sessionId) return
    closeDialog()
    const result = await run('Not everything could be stopped', 'session.stopAll', { sessionId })
    if (!result) return
    offerResume(result.threadIds)
    announce(`${plural(result.threadIds.length, 'thread')} stopped; it can be undone`)
  }
  if (running.length === 0) {
    return (
      <Dialog title="Stop all" onClose={closeDialog}>
        <DialogPart>Nothing runs in this session.</DialogPart>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={`Stop ${plural(running.length, 'thread')}?`}
      onClose={closeDialog}
      footer={
        <>
          <span className="grow">
            {running.length === 1
              ? 'Its work so far is kept; it can be resumed.'
              : 'Their work so far is kept; each can be resumed.'}
          </span>
          <Button data-first-focus onClick={closeDialog}>
            Cancel
          </Button>
          <Button tone="primary" icon={<StopSign />} onClick={stop}>
            Stop {plural(running.length, 'thread')}
          </Button>
        </>
      }
    >
      <DialogPart>
        <ul className={styles.list}>
          {running.map((thread) => (
            <li key={thread.id}>
              <ThreadBadge threadId={thread.id} />
              <span className="cut grow">{thread.kind === 'main' ? 'Main' : thread.title}</span>
              <StateLabel thread={thread} />
            </li>
          ))}
        </ul>
      </DialogPart>
    </Dialog>
  )
}
