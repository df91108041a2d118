import { useShallow } from 'zustand/react/shallow'
import type { ThreadState } from '../../shared/domain/thread'
import { useHost } from '../client/use-host'
import { useApp } from '../state/store'
import { announce, offerResume } from '../state/ui-actions'
import { runCommand } from '../state/use-command'
import { Button } from '../ui/button'
import { plural } from '../ui/format-count'
import { PlaySign } from '../ui/signs'
import styles from './stopped-bar.module.css'

// What a person stopped is resumed when they say so, though nothing offers it by itself.
const STOPPED: ReadonlySet<ThreadState> = new Set(['stopped', 'interrupted'])

/** After all was stopped: the way back, until it is taken or put away, or nothing of it can be resumed any more. */
export function StoppedBar() {
  const host = useHost()
  const resumable = useApp(
    useShallow(({ view, ui }) => ui.stopped.filter((id) => STOPPED.has(view.session?.threads[id]?.state ?? 'idle'))),
  )
  if (resumable.length === 0) return null
  const resume = async () => {
    offerResume([])
    const begun = await Promise.all(
      resumable.map((threadId) => runCommand(host, 'Not everything could be resumed', 'thread.resume', { threadId })),
    )
    announce(`${plural(begun.filter((each) => each !== null).length, 'thread')} resumed`)
  }
  return (
    <section className={styles.bar} aria-label="Stopped">
      <span>{plural(resumable.length, 'thread')} stopped by you</span>
      <span className="grow" />
      <Button small tone="ghost" onClick={() => offerResume([])}>
        Leave stopped
      </Button>
      <Button small icon={<PlaySign />} onClick={() => void resume()}>
        Undo: resume {resumable.length}
      </Button>
    </section>
  )
}
