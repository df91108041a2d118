import { memo, useMemo } from 'react'
import type { SessionListEntry } from '../../../shared/domain/session'
import { StateIcon } from '../../threads/state-icon'
import { Button } from '../../ui/button'
import { formatMoney } from '../../ui/format-money'
import { formatAge } from '../../ui/format-time'
import { PlaySign } from '../../ui/signs'
import { LaneSketch } from './lane-sketch'
import { interruptedThread, openToResume } from './resume-session'
import styles from './session-row.module.css'
import { sessionWords, sizeWords } from './session-words'
import { sketchLanes } from './sketch-lanes'
import { iconOf, toneOf } from './state-tone'

interface SessionRowProps {
  session: SessionListEntry
  projectName: string
  /** The time the ages count to; whole minutes are enough. */
  nowMs: number
}

/** One session: its tree, what it is about, what it needs, what it cost and when it last changed. */
export const SessionRow = memo(function SessionRow({ session, projectName, nowMs }: SessionRowProps) {
  const words = sessionWords(session)
  const sketch = useMemo(() => sketchLanes(session.lanes), [session.lanes])
  const interrupted = interruptedThread(session)
  return (
    <div className={styles.item}>
      <a
        className={styles.row}
        href={`#/session/${session.id}`}
        data-session={session.id}
        data-offers={interrupted !== null || undefined}
      >
        <LaneSketch sketch={sketch} />
        <span className={styles.part}>
          <h3 className={`${styles.title} cut`}>{session.title}</h3>
          <span className={`${styles.sub} cut`}>
            {projectName} · {sizeWords(session)}
            {session.coordinator && ' · coordinated'}
          </span>
        </span>
        <span className={styles.part}>
          <span className={styles.state} data-tone={toneOf(words.state)}>
            <StateIcon name={iconOf(words.state)} />
            {words.headline}
          </span>
          <span className={`${styles.sub} cut`}>{words.detail}</span>
        </span>
        <span className={styles.end}>{formatMoney(session.money.nanoUsd)}</span>
        <span className={styles.end}>{formatAge(session.updatedAt, nowMs)}</span>
      </a>
      {interrupted !== null && (
        <Button
          className={styles.resume}
          icon={<PlaySign />}
          aria-label={`Resume in ${session.title}`}
          title="Opens the interrupted thread, with what resuming it costs"
          onClick={() => void openToResume(session.id, interrupted)}
        >
          Resume…
        </Button>
      )}
    </div>
  )
})
