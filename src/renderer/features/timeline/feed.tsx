import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useApp } from '../../state/store'
import { revealed } from '../../state/ui-actions'
import { useMissingPages } from '../../transcript/use-missing-pages'
import { observeOffset } from '../../ui/observe-offset'
import { AT_END, useKeepEnd } from '../../ui/use-keep-end'
import type { TimelineRow } from './build-rows'
import { FeedRow } from './feed-row'
import { gutterShapes } from './lane-geometry'
import { turnNode } from './lane-look'
import { Minimap } from './minimap'
import styles from './timeline.module.css'
import { useFeedKeys } from './use-feed-keys'
import type { Trunk } from './use-trunk'
import { useTrunkHue } from './use-trunk-hue'

/** Where the node sits, in pixels from the top of a row: level with its first line of text. */
const NODE_Y: Record<TimelineRow['kind'], number> = { turn: 18, group: 15, stub: 17, line: 14 }
/** Below the last row. */
const MARGIN = 24
/** Heights before a row has been measured; forks have theirs for good. */
const GUESSES: Record<TimelineRow['kind'], number> = { turn: 76, group: 30, stub: 52, line: 32 }

/** The rows in view, and the keys that walk them. New rows and growing ones never move what is being read. */
export function Feed({ threadId, trunk }: { threadId: string; trunk: Trunk }) {
  const { rows, lanes, looks } = trunk
  const trunkHue = useTrunkHue(threadId)
  const covered = useApp(({ ui }) => ui.covered)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => GUESSES[rows[index]?.kind ?? 'turn'],
    overscan: 6,
    paddingEnd: MARGIN + covered,
    scrollPaddingEnd: covered,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    // Rows that scroll or grow are moved without React; it renders only when others come into view.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    observeElementOffset: observeOffset,
    // It opens at its end, so the first rows are the last ones, and no page of the beginning is asked for.
    initialRect: { width: 0, height: innerHeight },
    initialOffset: () => Math.max(0, rows.reduce((sum, row) => sum + GUESSES[row.kind], 0) - innerHeight),
  })
  const showRow = useCallback(
    (index: number, align: 'auto' | 'start' = 'auto') => virtualizer.scrollToIndex(index, { align }),
    [virtualizer],
  )
  useOpenAtEnd(rows.length, virtualizer)
  useKeepEnd(scroller, virtualizer)
  useEndAboveCover(scroller, covered, virtualizer)
  const keys = useFeedKeys(threadId, rows, showRow, scroller)
  useReveal(rows, showRow, keys.goTo)
  const items = virtualizer.getVirtualItems()
  const inView = items.flatMap(({ index }) => rows[index] ?? [])
  // Tab reaches one row: the one that was left, or the first in view when that one is elsewhere.
  const reachable = inView.some((row) => row.key === keys.focusedKey)
    ? keys.focusedKey
    : inView.find((row) => row.kind !== 'group')?.key
  const pages = useMissingPages(
    threadId,
    inView.flatMap((row) => (row.kind === 'turn' ? [row.turn.n] : [])),
  )
  return (
    <div className={styles.body}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="feed"
        aria-label="Turns"
        aria-busy={false}
        data-single-keys=""
        tabIndex={-1}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
      >
        <div ref={virtualizer.containerRef} className={styles.content}>
          {items.map(({ index, key }) => {
            const row = rows[index]
            if (!row) return null
            const turn = row.kind === 'turn' ? row.turn : null
            const node = turn && { node: turnNode(turn.state, trunk.running), hue: trunkHue }
            return (
              <div key={key} ref={virtualizer.measureElement} data-index={index} className={styles.place}>
                <FeedRow
                  row={row}
                  shapes={gutterShapes({ row: index, nodeY: NODE_Y[row.kind], trunk: node, trunkHue, lanes, looks })}
                  gutter={trunk.gutter}
                  threadId={threadId}
                  total={trunk.turns.length}
                  nanoUsd={(turn && trunk.money.get(turn.id)) ?? null}
                  misses={turn ? trunk.misses.get(turn.id) : undefined}
                  focused={reachable === row.key}
                  pages={pages}
                />
              </div>
            )
          })}
        </div>
      </div>
      <Minimap trunk={trunk} virtualizer={virtualizer} />
    </div>
  )
}

/** A trunk opens at its end: what happened last is what a person comes for. */
function useOpenAtEnd(count: number, virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToEnd'>) {
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current || count === 0) return
    opened.current = true
    virtualizer.scrollToEnd()
  }, [count, virtualizer])
}

/** Who reads the end goes on reading it above what comes to stand before it; who reads elsewhere is left there. */
function useEndAboveCover(
  scroller: RefObject<HTMLDivElement | null>,
  covered: number,
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToEnd'>,
) {
  const before = useRef(covered)
  useLayoutEffect(() => {
    const box = scroller.current
    const more = covered - before.current
    before.current = covered
    if (!box || more === 0) return
    const toEnd = box.scrollHeight - box.scrollTop - box.clientHeight
    if (toEnd - more <= AT_END) virtualizer.scrollToEnd()
  }, [scroller, covered, virtualizer])
}

/** Brings the row into view that somebody asked for: the outline, a key, a search. */
function useReveal(rows: readonly TimelineRow[], showRow: (index: number) => void, goTo: (key: string) => void) {
  const reveal = useApp(({ ui }) => ui.reveal)
  useEffect(() => {
    if (!reveal) return
    revealed()
    const index = rows.findIndex((row) => row.key === reveal.key)
    if (index < 0) return
    if (reveal.focus) goTo(reveal.key)
    else showRow(index)
  }, [reveal, rows, showRow, goTo])
}
