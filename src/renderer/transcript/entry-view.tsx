import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { classes } from '../ui/classes'
import { formatClock } from '../ui/format-time'
import { AttachedFiles } from './attached-files'
import { CallList, FoldedCalls } from './call-list'
import { CopyButton } from './code-block'
import styles from './entry-view.module.css'
import { Notice } from './notice'
import { Prose } from './prose'
import { type Entry, sameEntry } from './read-entries'
import { ReportRow } from './report-row'
import { useFold } from './use-fold'

interface EntryViewProps {
  entry: Entry
  threadId: string
  /** Whether the turn of this entry still runs. */
  live: boolean
  /** More calls in a row than this fold into one line. */
  foldCallsAbove: number
  /** Whether each message says when it was said and can be copied; where a whole turn does that, its messages need not. */
  aside?: boolean
}

/** One entry of a turn, whatever its kind; the prompt is the turn's heading and drawn by whoever draws the turn. */
export const EntryView = memo(function EntryView({ entry, threadId, live, foldCallsAbove, aside }: EntryViewProps) {
  switch (entry.kind) {
    case 'prompt':
      return (
        <div className={styles.message}>
          {entry.text !== '' && <p className={styles.prompt}>{entry.text}</p>}
          {entry.attachments.length > 0 && <AttachedFiles files={entry.attachments} />}
          {aside && <Aside text={entry.text} at={entry.at} label="Copy message" />}
        </div>
      )
    case 'text':
      return (
        <div className={classes(styles.message, styles.say)}>
          <Prose text={entry.text} streaming={entry.streaming} />
          {aside && entry.at !== null && <Aside text={entry.text} at={entry.at} label="Copy answer" />}
          {entry.partial && <p className={styles.partial}>The stream broke here; what follows starts anew.</p>}
        </div>
      )
    case 'thinking':
      return <Thinking entry={entry} />
    case 'calls':
      return entry.calls.length > foldCallsAbove ? (
        <FoldedCalls calls={entry.calls} threadId={threadId} live={live} />
      ) : (
        <CallList calls={entry.calls} threadId={threadId} />
      )
    case 'notice':
      return <Notice entry={entry} threadId={threadId} />
    case 'report':
      return <ReportRow entry={entry} />
  }
}, sameProps)

/** When a message was said, and a button that copies it; seen on hover and focus. */
function Aside({ text, at, label }: { text: string; at: number; label: string }) {
  return (
    <span className={styles.aside}>
      <time dateTime={new Date(at).toISOString()}>{formatClock(at, Date.now())}</time>
      <CopyButton text={text} label={label} />
    </span>
  )
}

function sameProps(a: EntryViewProps, b: EntryViewProps): boolean {
  if (a.aside !== b.aside || a.live !== b.live || a.threadId !== b.threadId || a.foldCallsAbove !== b.foldCallsAbove)
    return false
  return sameEntry(a.entry, b.entry)
}

function Thinking({ entry }: { entry: Extract<Entry, { kind: 'thinking' }> }) {
  const [open, setOpen] = useFold((itemId) => itemId === entry.id)
  const empty = entry.redacted || entry.text.trim() === ''
  const word = entry.streaming ? 'Thinking…' : empty ? 'Thought, not shown by the provider' : 'Thought'
  if (empty) return <p className={styles.thoughtless}>{word}</p>
  return (
    <div>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={12} aria-hidden="true" />
        {word}
        {!open && <span className={`cut ${styles.glimpse}`}>{entry.text.trim().split('\n', 1)[0]}</span>}
      </button>
      {open && <p className={styles.thought}>{entry.text}</p>}
    </div>
  )
}
