import type { CSSProperties } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import { useSession } from '../../state/store'
import { shownHue, type ThreadMark } from '../../threads/thread-marks'
import { promptOf } from '../../transcript/read-entries'
import { useMissingPages } from '../../transcript/use-missing-pages'
import { useTurnEntries } from '../../transcript/use-turn-entries'
import type { CommonTurn } from './common-turn'
import styles from './parting.module.css'

interface PartingProps {
  common: CommonTurn | null
  threads: readonly Thread[]
  marks: Record<string, ThreadMark> | undefined
}

/** Where the threads part: the turn they have in common, and a lane from it to each column. */
export function Parting({ common, threads, marks }: PartingProps) {
  return (
    <div className={styles.parting}>
      <p className={styles.words}>
        {common?.turn ? (
          <CommonWords threadId={common.threadId} turnId={common.turn.id} n={common.turn.n} />
        ) : (
          <b>Before the first turn</b>
        )}
        <span className={styles.note}>{common?.turn ? 'common ancestor' : 'nothing had been said'}</span>
      </p>
      <div className={styles.lanes} aria-hidden="true" style={{ '--columns': threads.length } as CSSProperties}>
        <i className={styles.node} data-hue={hueAt(0)} />
        {threads.map((thread, index) => (
          <i key={thread.id} className={styles.lane} data-hue={hueAt(index)}>
            {index + 1 < threads.length && <i className={styles.on} data-hue={hueAt(index + 1)} />}
          </i>
        ))}
      </div>
    </div>
  )

  function hueAt(index: number) {
    const thread = threads[index]
    return thread ? shownHue(thread, marks?.[thread.id]) : 0
  }
}

function CommonWords({ threadId, turnId, n }: { threadId: string; turnId: string; n: number }) {
  const { entries } = useTurnEntries(turnId)
  useMissingPages(threadId, [n])
  const thread = useSession((session) => session.threads[threadId], undefined)
  const where = thread && thread.parentId !== null ? ` of ${thread.title}` : ''
  return (
    <>
      <b>
        Turn {n}
        {where}
      </b>
      <span className={`cut ${styles.prompt}`}>{promptOf(entries) ?? ''}</span>
    </>
  )
}
