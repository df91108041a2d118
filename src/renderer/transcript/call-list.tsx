import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { classes } from '../ui/classes'
import styles from './call-list.module.css'
import { CallRow } from './call-row'
import { callsSummary } from './calls-summary'
import type { Call } from './read-entries'
import { useFold } from './use-fold'

interface CallListProps {
  calls: readonly Call[]
  threadId: string
}

/** Calls one below the other. */
export function CallList({ calls, threadId }: CallListProps) {
  return (
    <ul className={styles.calls}>
      {calls.map((call) => (
        <CallRow key={call.id} call={call} threadId={threadId} />
      ))}
    </ul>
  )
}

/** How many of the calls that go on are shown as they happen; the rest wait behind the summary. */
const SHOWN_WHILE_LIVE = 3

/** Many calls as one line that opens. While the turn runs, the newest stay in view below it; that it ends moves nothing. */
export function FoldedCalls({ calls, threadId, live: runs }: CallListProps & { live: boolean }) {
  const [live, setLive] = useState(runs)
  if (runs && !live) setLive(true)
  const newest = live ? calls.slice(-SHOWN_WHILE_LIVE) : []
  const older = live ? calls.slice(0, -SHOWN_WHILE_LIVE) : calls
  if (older.length === 0) return <CallList calls={newest} threadId={threadId} />
  return (
    <>
      <Summary
        text={callsSummary(older)}
        bad={older.filter(isBad).length}
        holds={(itemId) => older.some((call) => call.id === itemId)}
      >
        <CallList calls={older} threadId={threadId} />
      </Summary>
      {newest.length > 0 && <CallList calls={newest} threadId={threadId} />}
    </>
  )
}

interface SummaryProps {
  text: string
  /** How many of what is folded failed: said, so that folding hides no trouble. */
  bad: number
  /** Whether an item is among what it sums up. */
  holds: (itemId: string) => boolean
  children: React.ReactNode
}

/** A line that opens what it sums up. */
export function Summary({ text, bad, holds, children }: SummaryProps) {
  const [open, setOpen] = useFold(holds)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={12} aria-hidden="true" />
        <span className="cut">{text}</span>
        {bad > 0 && <span className={styles.bad}>· {bad} failed</span>}
      </button>
      <div id={id} className={classes(open && styles.opened)}>
        {open && children}
      </div>
    </div>
  )
}

/** Whether a call came to a bad end. */
export function isBad(call: Call): boolean {
  return call.isError || call.state === 'failed' || call.state === 'denied'
}
