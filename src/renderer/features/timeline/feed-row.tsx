import { memo } from 'react'
import type { MissingPages } from '../../transcript/use-missing-pages'
import type { TimelineRow } from './build-rows'
import styles from './feed-row.module.css'
import { GroupHead } from './group-head'
import { gutterShapes } from './lane-geometry'
import { LaneGutter } from './lane-gutter'
import { turnNode } from './lane-look'
import { LineStub } from './line-stub'
import { Stub } from './stub'
import { TurnRow } from './turn-row'
import type { Trunk } from './use-trunk'
import { useTrunkHue } from './use-trunk-hue'

/** Where the node sits, in pixels from the top of a row: level with its first line of text. */
const NODE_Y: Record<TimelineRow['kind'], number> = { turn: 18, group: 15, stub: 17, line: 14 }

interface FeedRowProps {
  row: TimelineRow
  index: number
  threadId: string
  trunk: Trunk
  focused: boolean
  pages: MissingPages
}

/** One row: its piece of the graph, and beside it a turn, a heading of siblings, or a fork. */
export function FeedRow({ row, index, threadId, trunk, focused, pages }: FeedRowProps) {
  const trunkHue = useTrunkHue(threadId)
  const shapes = gutterShapes({
    row: index,
    nodeY: NODE_Y[row.kind],
    trunk: row.kind === 'turn' ? { node: turnNode(row.turn.state, trunk.running), hue: trunkHue } : null,
    trunkHue,
    lanes: trunk.lanes,
    looks: trunk.looks,
  })
  return (
    <div
      className={styles.row}
      data-kind={row.kind}
      style={{ gridTemplateColumns: `${trunk.gutter + 40}px minmax(0, 1fr)` }}
    >
      {row.kind === 'turn' && (
        <span className={styles.number} aria-hidden="true">
          {row.turn.n}
        </span>
      )}
      <LaneGutter shapes={shapes} width={trunk.gutter} />
      <RowBody row={row} threadId={threadId} trunk={trunk} focused={focused} pages={pages} />
    </div>
  )
}

const RowBody = memo(function RowBody({ row, threadId, trunk, focused, pages }: Omit<FeedRowProps, 'index'>) {
  switch (row.kind) {
    case 'turn':
      return (
        <TurnRow
          turn={row.turn}
          threadId={threadId}
          total={trunk.turns.length}
          nanoUsd={trunk.money.get(row.turn.id) ?? null}
          misses={trunk.misses.get(row.turn.id)}
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
})
