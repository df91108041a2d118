import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import { Prose } from '../../transcript/prose'
import styles from './cells.module.css'

/** What the thread said last. A long report scrolls in its cell, so that the rows below stay beside each other. */
export function ReportCell({ thread, text }: { thread: Thread; text: string }) {
  if (text === '') {
    return <p className={styles.quiet}>{LIVE_STATES.has(thread.state) ? 'Nothing said yet.' : 'It said nothing.'}</p>
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={styles.report} tabIndex={0} aria-label={`Report of ${thread.title}`}>
      <Prose text={text} streaming={false} />
    </section>
  )
}
