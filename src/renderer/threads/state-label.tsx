import type { Thread } from '../../shared/domain/thread'
import { useSession } from '../state/store'
import { classes } from '../ui/classes'
import { Elapsed, useNow } from '../ui/elapsed'
import { StateIcon } from './state-icon'
import styles from './state-label.module.css'
import { shownHue, threadMarks } from './thread-marks'
import { type ThreadWords, threadWords } from './thread-words'

interface StateLabelProps {
  thread: Thread
  className?: string
}

/** The state of a thread: icon in its hue, words in the state's colour, and how long it lasts where that counts. */
export function StateLabel(props: StateLabelProps) {
  // Only the words for silence change with time alone; all others stand until the thread changes.
  if (props.thread.silentSince !== null) return <TickingLabel {...props} />
  return <Label {...props} words={threadWords(props.thread, Date.now())} />
}

function TickingLabel(props: StateLabelProps) {
  return <Label {...props} words={threadWords(props.thread, useNow())} />
}

function Label({ thread, className, words }: StateLabelProps & { words: ThreadWords }) {
  const mark = useSession((session) => threadMarks(session)[thread.id], undefined)
  return (
    <span className={classes(styles.state, styles[words.tone], className)}>
      <span className={styles.icon} data-hue={shownHue(thread, mark)}>
        <StateIcon name={words.icon} />
      </span>
      {words.word}
      {words.since !== null && (
        <>
          {' · '}
          <Elapsed since={words.since} />
        </>
      )}
    </span>
  )
}
