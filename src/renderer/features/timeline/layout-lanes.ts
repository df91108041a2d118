// Lanes as they are drawn: from which row to which row each line runs. Pure; which lane it is in is decided in assign-lanes.ts, pixels
// are in lane-geometry.ts.
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import type { LaneBook } from './assign-lanes'
import type { TimelineRow } from './build-rows'
import { lastStarted } from './last-started'

/** The lanes that are drawn beside the trunk; what lies farther out is counted instead. */
export const MAX_LANES = 8

export interface Lane {
  threadId: string
  /** 1 is next to the trunk, which is lane 0. */
  lane: number
  /** Row of the turn the lane leaves, -1 when it leaves before the first row. */
  from: number
  /** Row of the fork's own stub, where its node is. */
  node: number
  /** Last row of its line. */
  to: number
  /** Whether the line turns home to the trunk in its last row, which may be its node's. */
  home: boolean
  /** Whether the fork still runs: then its line goes on to the end of its last row. */
  live: boolean
}

/**
 * Where the line of each fork leaves, has its node and ends. Should two forks want the same stretch of one lane (one was woken
 * again), the earlier line ends where the later one begins.
 */
export function layoutLanes(
  rows: readonly TimelineRow[],
  threads: Readonly<Record<string, Thread>>,
  book: LaneBook,
): Lane[] {
  const lanes: Lane[] = []
  const turns: { row: number; startedAt: number }[] = []
  rows.forEach((row, index) => {
    if (row.kind === 'turn') turns.push({ row: index, startedAt: row.turn.startedAt })
    if (row.kind !== 'stub' && row.kind !== 'line') return
    const thread = threads[row.threadId]
    if (!thread) return
    const live = LIVE_STATES.has(thread.state)
    const from = turns.at(-1)?.row ?? -1
    const to = live ? rows.length - 1 : index
    lanes.push({ threadId: thread.id, lane: book.get(thread.id) ?? 1, from, node: index, to, home: false, live })
  })
  for (const lane of lanes) {
    const broughtBackAt = threads[lane.threadId]?.broughtBackAt ?? null
    const home = broughtBackAt === null ? undefined : turns[lastStarted(turns, broughtBackAt)]
    if (home && home.row > lane.node) Object.assign(lane, { to: home.row, home: true })
    // Brought back before anything else was said: the line goes home from where it ended.
    else if (home && !lane.live) Object.assign(lane, { home: true })
  }
  clip(lanes)
  return lanes
}

/** The lanes of before, when none of them is drawn differently now. */
export function keepLanes(before: readonly Lane[], after: readonly Lane[]): readonly Lane[] {
  return before.length === after.length && after.every((lane, index) => sameLane(lane, before[index])) ? before : after
}

function sameLane(a: Lane, b: Lane | undefined): boolean {
  return (
    a.threadId === b?.threadId &&
    a.lane === b.lane &&
    a.from === b.from &&
    a.node === b.node &&
    a.to === b.to &&
    a.home === b.home &&
    a.live === b.live
  )
}

/** Lanes come in the order of their rows, and so do those that share one. */
function clip(lanes: readonly Lane[]) {
  for (const shared of Map.groupBy(lanes, ({ lane }) => lane).values()) {
    shared.forEach((lane, nth) => {
      const next = shared.slice(nth + 1).find((other) => other.from > lane.from)
      if (!next || next.from > lane.to) return
      Object.assign(lane, { to: Math.max(lane.node, next.from - 1), home: false, live: false })
    })
  }
}
