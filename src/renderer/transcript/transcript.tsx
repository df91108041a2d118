import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef } from 'react'
import type { Turn } from '../../shared/domain/turn'
import { useSession } from '../state/store'
import { Button } from '../ui/button'
import { AT_END, useKeepEnd } from '../ui/use-keep-end'
import { EntryView } from './entry-view'
import { type Entry, readEntries } from './read-entries'
import styles from './transcript.module.css'
import { type MissingPages, useMissingPages } from './use-missing-pages'

interface TranscriptProps {
  threadId: string
  /** Stands above the first turn: where the thread comes from, its directive. */
  head?: ReactNode
}

interface Row {
  key: string
  turn: Turn
  /** null: a turn whose items have not been read yet. */
  entry: Entry | null
}

const NO_TURNS: readonly Turn[] = []
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
      <div className={styles.content} style={{ height: virtualizer.getTotalSize() }}>
        <div className={styles.shown} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map((item) => (
            <div key={item.key} ref={virtualizer.measureElement} data-index={item.index} className={styles.row}>
              {item.index === 0 ? head : <RowView row={rows[item.index - 1]} threadId={threadId} pages={pages} />}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function RowView({ row, threadId, pages }: { row: Row | undefined; threadId: string; pages: MissingPages }) {
  if (!row) return null
  if (!row.entry) return <Unread n={row.turn.n} pages={pages} />
  return <EntryView entry={row.entry} threadId={threadId} live={row.turn.state === 'running'} foldCallsAbove={12} />
}

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

function useRows(turns: readonly Turn[]): readonly Row[] {
  const bodies = useSession((session) => session.bodies, undefined)
  const live = useSession((session) => session.live, undefined)
  return useMemo(
    () =>
      turns.flatMap((turn): Row[] => {
        const entries = readEntries(bodies?.[turn.id]?.items, live?.[turn.id])
        const rows = entries.map((entry) => ({ key: entry.id, turn, entry }))
        return bodies?.[turn.id]?.complete ? rows : [{ key: turn.id, turn, entry: null }, ...rows]
      }),
    [turns, bodies, live],
  )
}
