import type { Thread } from '../../../../shared/domain/thread'
import { useCommand } from '../../../state/use-command'
import { hasWarmth } from '../../../threads/warmth'
import { Warmth } from '../../../threads/warmth-notes'
import { Button } from '../../../ui/button'
import styles from './keep-warm.module.css'
import { KeepWarmChoice } from './keep-warm-choice'
import { stateWords } from './keep-warm-words'

/** Of a thread that rests: how long it is warm, and the choice to keep it so; nothing of one that sends or never did. */
export function KeepWarmLine({ thread }: { thread: Thread }) {
  if (!hasWarmth(thread)) return null
  const kept = thread.keepWarm !== null && thread.keepWarm.state !== 'ended'
  return (
    <section className={styles.line} aria-label="Warmth">
      <Said thread={thread} />
      <span className="grow" />
      {thread.keepWarm?.state === 'ended' && <Stop thread={thread} label="Understood" />}
      {kept ? <Stop thread={thread} label="Stop keeping warm" /> : <KeepWarmChoice thread={thread} />}
    </section>
  )
}

function Said({ thread }: { thread: Thread }) {
  const words = stateWords(thread.keepWarm, Date.now())
  if (words === null) return <Warmth thread={thread} priced={!thread.resumable} />
  return (
    <p className={styles.said} role="status">
      {words}
    </p>
  )
}

function Stop({ thread, label }: { thread: Thread; label: string }) {
  const run = useCommand()
  return (
    <Button small onClick={() => void run('That did not work', 'thread.keepWarm', { threadId: thread.id, minutes: 0 })}>
      {label}
    </Button>
  )
}
