import { Snowflake } from 'lucide-react'
import type { Thread } from '../../shared/domain/thread'
import { classes } from '../ui/classes'
import { usePast } from '../ui/use-past'
import { useWakeWords } from './use-wake-words'
import { hasWarmth, warmthWords } from './warmth'
import styles from './warmth-notes.module.css'

interface NoteProps {
  thread: Thread
  /** What is about to be sent. */
  text?: string
  className?: string
}

/** Beside what wakes a thread: what it costs when the thread has gone cold. Nothing while there is nothing to warn of. */
export function WakeNote({ thread, text, className }: NoteProps) {
  const words = useWakeWords(thread, text)
  return (
    <span className={styles.said} role="status">
      {words !== null && <Cold words={words} className={className} />}
    </span>
  )
}

/**
 * Of a thread that rests: until when it is warm, or that it is cold; of one that can be resumed also what that costs.
 *
 * @param priced false where that price stands beside it already
 */
export function Warmth({ thread, className, priced = true }: Omit<NoteProps, 'text'> & { priced?: boolean }) {
  usePast(hasWarmth(thread) ? thread.warmUntil : null)
  const price = useWakeWords(thread, '', thread.resumable && priced)
  const words = warmthWords(thread, Date.now())
  if (price !== null) return <Cold words={price} className={className} />
  return words === null ? null : <span className={classes(styles.warmth, 'num', className)}>{words}</span>
}

function Cold({ words, className }: { words: string; className: string | undefined }) {
  return (
    <span
      className={classes(styles.cold, 'num', className)}
      title="What it sent has left the cache: the next request writes all of it anew."
    >
      <Snowflake aria-hidden="true" />
      {words}
    </span>
  )
}
