import { ChevronRight, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { showOnWire } from '../state/ui-actions'
import { Button } from '../ui/button'
import { classes } from '../ui/classes'
import { CopyButton } from './code-block'
import styles from './notice.module.css'
import type { Entry } from './read-entries'
import { type NoticeParts, readNotice } from './read-notice'

const SIGNS = { info: Info, warning: TriangleAlert, error: CircleAlert } as const

interface NoticeProps {
  entry: Extract<Entry, { kind: 'notice' }>
  threadId: string
}

/** What a person has to know beside the answer: its cause in one sentence, and of a failure the particulars on demand. */
export function Notice({ entry, threadId }: NoticeProps) {
  const Sign = SIGNS[entry.level]
  const parts = readNotice(entry.text)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.notice} data-level={entry.level}>
      <Sign size={14} aria-hidden="true" />
      <div className={styles.words}>
        <p>
          <span className="sr">{entry.level}: </span>
          {parts.sentence}
        </p>
        {parts.code !== null && (
          <>
            <button
              type="button"
              className={classes(styles.more, open && styles.open)}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <ChevronRight size={12} aria-hidden="true" />
              Particulars
            </button>
            <div id={id}>{open && <Particulars parts={parts} raw={entry.text} threadId={threadId} />}</div>
          </>
        )}
      </div>
    </div>
  )
}

function Particulars({ parts, raw, threadId }: { parts: NoticeParts; raw: string; threadId: string }) {
  return (
    <div className={styles.particulars}>
      {parts.requestId !== null && (
        <p>
          Request <code>{parts.requestId}</code>
          <CopyButton text={parts.requestId} label="Copy the request’s id" />
        </p>
      )}
      <p>
        Code <code>{parts.code}</code>
        <CopyButton text={raw} label="Copy the whole message" />
      </p>
      <Button small tone="ghost" onClick={() => showOnWire(threadId, null)}>
        Show its requests
      </Button>
    </div>
  )
}
