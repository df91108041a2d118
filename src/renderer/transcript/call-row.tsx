import { ChevronRight } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useCommand } from '../state/use-command'
import { Button } from '../ui/button'
import { classes } from '../ui/classes'
import { Elapsed } from '../ui/elapsed'
import { StopSign } from '../ui/signs'
import { AnsiText } from './ansi-text'
import { CallDetail } from './call-detail'
import { CallSign } from './call-icon'
import styles from './call-row.module.css'
import { callResult, callWords } from './call-words'
import type { Call } from './read-entries'
import { useFold } from './use-fold'

interface CallRowProps {
  call: Call
  threadId: string
}

/** One tool call as a line that opens: what was called, about what, what came of it, and a way to stop it while it runs. */
export const CallRow = memo(function CallRow({ call, threadId }: CallRowProps) {
  const [open, setOpen] = useFold((itemId) => itemId === call.id)
  const detailId = useId()
  const words = callWords(call)
  const result = callResult(call)
  const running = call.state === 'running'
  return (
    <li className={classes(styles.item, (running || call.state === 'writing') && styles.live)}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.line}
          aria-expanded={open}
          aria-controls={detailId}
          onClick={() => setOpen(!open)}
        >
          <CallSign icon={words.icon} />
          <span className={styles.verb}>{words.verb}</span>
          <span className={classes(styles.subject, 'cut')} title={words.subject}>
            {words.subject}
          </span>
          <span className={classes(styles.result, styles[result.tone])}>
            {result.text}
            {running && call.startedAt !== null && (
              <>
                {' · '}
                <Elapsed since={call.startedAt} />
              </>
            )}
          </span>
          <ChevronRight className={styles.chevron} size={12} aria-hidden="true" />
        </button>
        {running && call.toolUseId !== null && <StopCall threadId={threadId} toolUseId={call.toolUseId} what={words} />}
      </div>
      {running && !open && call.tail !== '' && (
        <pre className={styles.tail}>
          <AnsiText text={lastLines(call.tail, 4)} />
        </pre>
      )}
      {open && (
        <div id={detailId}>
          <CallDetail call={call} threadId={threadId} />
        </div>
      )}
    </li>
  )
})

function StopCall({
  threadId,
  toolUseId,
  what,
}: {
  threadId: string
  toolUseId: string
  what: { verb: string; subject: string }
}) {
  const run = useCommand()
  const [asked, setAsked] = useState(false)
  return (
    <Button
      small
      tone="ghost"
      disabled={asked}
      icon={<StopSign />}
      aria-label={`Stop ${what.verb} ${what.subject}`}
      onClick={() => {
        setAsked(true)
        void run('The call could not be stopped', 'tool.stop', { threadId, toolUseId }).then(() => setAsked(false))
      }}
    >
      Stop
    </Button>
  )
}

/** The end of a text, by lines. */
export function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
