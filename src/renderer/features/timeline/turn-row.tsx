import { memo, useId } from 'react'
import type { Turn } from '../../../shared/domain/turn'
import { useApp, useSession } from '../../state/store'
import { setFold } from '../../state/ui-actions'
import { useCommand } from '../../state/use-command'
import type { CacheMiss } from '../../threads/cache-miss'
import { threadWords } from '../../threads/thread-words'
import { WakeNote } from '../../threads/warmth-notes'
import { AttachedFiles } from '../../transcript/attached-files'
import { answerOf, attachmentsOf, promptOf } from '../../transcript/read-entries'
import { Unread } from '../../transcript/transcript'
import { TurnBody } from '../../transcript/turn-body'
import type { MissingPages } from '../../transcript/use-missing-pages'
import { useTurnEntries } from '../../transcript/use-turn-entries'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { Elapsed } from '../../ui/elapsed'
import { formatMoney } from '../../ui/format-money'
import { formatClock } from '../../ui/format-time'
import { PlaySign } from '../../ui/signs'
import { MissMark } from './miss-mark'
import { PromptHeading } from './prompt-heading'
import { TurnActions } from './turn-actions'
import styles from './turn-row.module.css'

interface TurnRowProps {
  turn: Turn
  threadId: string
  /** How many turns the trunk has. */
  total: number
  nanoUsd: number | null
  /** Its requests that missed the cache. */
  misses: readonly CacheMiss[] | undefined
  focused: boolean
  pages: MissingPages
}

/** A turn: the prompt as its heading, what can be done with it, the work in one line, the answer. */
export const TurnRow = memo(function TurnRow({ turn, threadId, total, nanoUsd, misses, focused, pages }: TurnRowProps) {
  const { entries, complete } = useTurnEntries(turn.id)
  const folded = useApp(({ ui }) => ui.folds[turn.id] === true)
  const promptId = useId()
  const running = turn.state === 'running'
  const attachments = attachmentsOf(entries)
  const said = promptOf(entries)
  // What was attached without a word is named instead.
  const prompt = said !== null && said.trim() === '' ? attachments.map(({ name }) => name).join(', ') : said
  // Nobody asked for this turn: what forks sent home began it.
  const reported = prompt === null && entries.some((entry) => entry.kind === 'report')
  const answer = answerOf(entries)
  return (
    <article
      className={classes(styles.turn, folded && styles.folded)}
      aria-label={`Turn ${turn.n}`}
      aria-describedby={promptId}
      aria-posinset={turn.n}
      aria-setsize={total}
      aria-busy={running}
      tabIndex={focused ? 0 : -1}
      data-row={turn.id}
    >
      <div className={styles.head}>
        <PromptHeading
          id={promptId}
          turnId={turn.id}
          prompt={prompt}
          otherwise={reported ? 'Results came in' : ''}
          folded={folded}
        />
        <span className={styles.end}>
          <TurnActions turn={turn} threadId={threadId} answer={answer} />
          <TurnMeta turn={turn} nanoUsd={nanoUsd} />
        </span>
      </div>
      {!folded && attachments.length > 0 && <AttachedFiles files={attachments} />}
      {!complete && entries.length === 0 && <Unread n={turn.n} pages={pages} />}
      {folded ? (
        <FoldedAnswer text={answer} turnId={turn.id} />
      ) : (
        <TurnBody entries={entries} threadId={threadId} live={running} />
      )}
      {misses && <MissMark threadId={threadId} misses={misses} />}
      <TurnEnd turn={turn} threadId={threadId} last={turn.n === total} />
    </article>
  )
})

function FoldedAnswer({ text, turnId }: { text: string; turnId: string }) {
  if (text === '') return null
  return (
    <button type="button" className={styles.answer} aria-expanded={false} onClick={() => setFold(turnId, false)}>
      <span className="cut">{text.replace(/[#*_`>]/g, '').split('\n', 1)[0]}</span>
    </button>
  )
}

function TurnMeta({ turn, nanoUsd }: { turn: Turn; nanoUsd: number | null }) {
  return (
    <span className={styles.meta}>
      {turn.state === 'running' ? (
        <RunningWords threadId={turn.threadId} since={turn.startedAt} />
      ) : (
        <time dateTime={new Date(turn.startedAt).toISOString()}>{formatClock(turn.startedAt, Date.now())}</time>
      )}
      {nanoUsd !== null && <span>{formatMoney(nanoUsd)}</span>}
    </span>
  )
}

/** A turn that runs is as its thread is: it may stream, or wait for the person. */
function RunningWords({ threadId, since }: { threadId: string; since: number }) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  const words = thread && threadWords(thread, Date.now())
  return (
    <span className={words?.tone === 'wait' ? styles.waits : undefined}>
      {words?.word ?? 'running'} · <Elapsed since={since} />
    </span>
  )
}

/** Why a turn waits or how it ended, when it did not end well, and the way on. */
function TurnEnd({ turn, threadId, last }: { turn: Turn; threadId: string; last: boolean }) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  const run = useCommand()
  if (turn.state === 'running' && last && thread?.stateReason) {
    return <p className={styles.ending}>{thread.stateReason}</p>
  }
  if (turn.state === 'done' || turn.state === 'running') return null
  const reason = last ? thread?.stateReason : null
  const words = turn.state === 'queued' ? 'queued: starts when the turn before it ends' : turn.state
  return (
    <p className={styles.ending} data-state={turn.state}>
      <span>{reason && turn.state !== 'queued' ? endWords(words, reason) : words}</span>
      {last && thread?.resumable && <WakeNote thread={thread} />}
      {last && thread?.resumable && (
        <Button
          small
          icon={<PlaySign />}
          onClick={() => run('The thread could not be resumed', 'thread.resume', { threadId })}
        >
          Resume
        </Button>
      )}
    </p>
  )
}

/** The state and its reason; a reason that begins with the state says both. */
function endWords(state: string, reason: string): string {
  const said = reason.charAt(0).toLowerCase() + reason.slice(1)
  return said.startsWith(`${state} `) ? said : `${state} · ${reason}`
}
