import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import type { Turn } from '../../shared/domain/turn'
import type { SessionView } from '../../shared/projection/session-view'
import { useSession } from '../state/store'
import { Button } from '../ui/button'
import { measureNextFrame } from '../ui/measure-next-frame'
import { observeOffset } from '../ui/observe-offset'
import { AT_END, useKeepEnd } from '../ui/use-keep-end'
import { EntryView } from './entry-view'
import styles from './transcript.module.css'
import { createRowReader, type TranscriptRow } from './transcript-rows'
import { type MissingPages, useMissingPages } from './use-missing-pages'

interface TranscriptProps {
  threadId: string
  /** Stands above the first turn: where the thread comes from, its directive. */
  head?: ReactNode
}

const NO_TURNS: readonly Turn[] = []
const NO_BODIES: SessionView['bodies'] = {}
const NO_LIVE: SessionView['live'] = {}
/** Space above the first row, when there is no head. */
const GUESS = 48

/**
 * A thread's whole conversation in one column, for the inspector: every text and every call in its order, virtualised, read by
 * page as it comes into view. It follows the end only while it is scrolled there.
 */
export function Transcript({ threadId, head }: TranscriptProps) {
  const turns = useSession((session) => session.turns[threadId], undefined) ?? NO_TURNS
  const rows = useRows(turns)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length + 1,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => (index === 0 ? 'head' : (rows[index - 1]?.key ?? index)),
    estimateSize: () => GUESS,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    // An answer that grows moves what is below it without React.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    // Rows that come into view are drawn with what else a frame brings, not in a commit of their own.
    useFlushSync: false,
    measureElement: measureNextFrame,
    observeElementOffset: observeOffset,
  })
  useKeepEnd(scroller, virtualizer)
  const items = virtualizer.getVirtualItems()
  const unread = items.flatMap((item) => {
    const row = rows[item.index - 1]
    return row && !row.entry ? [row.turn.n] : []
  })
  const pages = useMissingPages(threadId, unread)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <div ref={scroller} className={styles.scroller} tabIndex={0} role="log" aria-label="Conversation" aria-live="off">
      <div ref={virtualizer.containerRef} className={styles.content}>
        {items.map((item) => (
          <div key={item.key} ref={virtualizer.measureElement} data-index={item.index} className={styles.row}>
            {item.index === 0 ? head : <RowView row={rows[item.index - 1]} threadId={threadId} pages={pages} />}
          </div>
        ))}
      </div>
    </div>
  )
}

interface RowViewProps {
  row: TranscriptRow | undefined
  threadId: string
  pages: MissingPages
}

const RowView = memo(function RowView({ row, threadId, pages }: RowViewProps) {
  if (!row) return null
  if (!row.entry) return <Unread n={row.turn.n} pages={pages} />
  const live = row.turn.state === 'running'
  return <EntryView entry={row.entry} threadId={threadId} live={live} foldCallsAbove={12} aside />
})

/** Stands where the items of a turn will be. */
export function Unread({ n, pages }: { n: number; pages: MissingPages }) {
  if (pages.failure === null) return <p className={styles.unread}>Turn {n} is being read…</p>
  return (
    <p className={styles.unread} role="alert">
      Turn {n} could not be read. {pages.failure}{' '}
      <Button small tone="ghost" onClick={pages.retry}>
        Try again
      </Button>
    </p>
  )
}

function useRows(turns: readonly Turn[]): readonly TranscriptRow[] {
  const bodies = useSession((session) => session.bodies, NO_BODIES)
  const live = useSession((session) => session.live, NO_LIVE)
  const [read] = useState(createRowReader)
  return useMemo(() => turns.flatMap((turn) => read(turn, bodies[turn.id], live[turn.id])), [turns, bodies, live, read])
}
