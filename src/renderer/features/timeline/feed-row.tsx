import { memo } from 'react'
import type { CacheMiss } from '../../threads/cache-miss'
import type { MissingPages } from '../../transcript/use-missing-pages'
import type { TimelineRow } from './build-rows'
import styles from './feed-row.module.css'
import { GroupHead } from './group-head'
import { type GutterShape, sameShapes } from './lane-geometry'
import { LaneGutter } from './lane-gutter'
import { LineStub } from './line-stub'
import { Stub } from './stub'
import { TurnRow } from './turn-row'

interface FeedRowProps {
  row: TimelineRow
  /** Its piece of the graph. */
  shapes: readonly GutterShape[]
  gutter: number
  threadId: string
  /** How many turns the trunk has. */
  total: number
  nanoUsd: number | null
  misses: readonly CacheMiss[] | undefined
  focused: boolean
  pages: MissingPages
}

/**
 * One row: its piece of the graph, and beside it a turn, a heading of siblings, or a fork. It renders again when something of
 * its own changed, not when other rows did.
 */
export const FeedRow = memo(function FeedRow(props: FeedRowProps) {
  const { row, shapes, gutter } = props
  return (
    <div className={styles.row} data-kind={row.kind} style={{ gridTemplateColumns: `${gutter + 40}px minmax(0, 1fr)` }}>
      {row.kind === 'turn' && (
        <span className={styles.number} aria-hidden="true">
          {row.turn.n}
        </span>
      )}
      <LaneGutter shapes={shapes} width={gutter} />
      <RowBody {...props} />
    </div>
  )
}, sameRow)

function sameRow({ shapes, ...a }: FeedRowProps, { shapes: others, ...b }: FeedRowProps): boolean {
  const names = Object.keys(a) as (keyof typeof a)[]
  return names.every((name) => Object.is(a[name], b[name])) && sameShapes(shapes, others)
}

function RowBody({ row, threadId, total, nanoUsd, misses, focused, pages }: FeedRowProps) {
  switch (row.kind) {
    case 'turn':
      return (
        <TurnRow
          turn={row.turn}
          threadId={threadId}
          total={total}
          nanoUsd={nanoUsd}
          misses={misses}
          focused={focused}
          pages={pages}
        />
      )
    case 'group':
      return <GroupHead turn={row.turn} threadIds={row.threadIds} />
    case 'stub':
      return <Stub threadId={row.threadId} place={row.place} focused={focused} />
    case 'line':
      return <LineStub threadId={row.threadId} focused={focused} />
  }
}
