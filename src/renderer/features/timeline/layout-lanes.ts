// Lanes: which column a fork has, and from which row to which row its line runs. Pure; pixels are in lane-geometry.ts.
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import type { Turn } from '../../../shared/domain/turn'
import type { TimelineRow } from './build-rows'

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
  /** Whether the line turns home to the trunk in its last row. */
  home: boolean
  /** Whether the fork still runs: then its line goes on to the end of its last row. */
  live: boolean
}

/** The lane of each thread, by id; handed back to the next layout, so that a lane once taken is kept. */
export type LaneBook = ReadonlyMap<string, number>

export interface LaneLayout {
  lanes: readonly Lane[]
  book: LaneBook
}

interface Span {
  thread: Thread
  from: number
  node: number
  to: number
  home: boolean
}

/**
 * Gives each fork the lowest lane that was free when it was made, in the order in which they were made.
 *
 * A lane is taken from the turn it leaves to the end of the fork; of a fork that was still running when the next was made, to
 * the end of the page. A lane never moves: what `book` has stays. Should two forks want the same stretch of one lane after all
 * (one was resumed), the earlier line ends where the later one begins.
 */
export function layoutLanes(
  rows: readonly TimelineRow[],
  threads: Readonly<Record<string, Thread>>,
  book: LaneBook = new Map(),
): LaneLayout {
  const spans = readSpans(rows, threads)
  const taken = new Map(book)
  const placed: Span[] = []
  // Siblings made in the same millisecond keep the order of their rows.
  for (const span of spans.toSorted((a, b) => a.thread.createdAt - b.thread.createdAt)) {
    if (!taken.has(span.thread.id)) taken.set(span.thread.id, lowestFree(span, placed, taken))
    placed.push(span)
  }
  const lanes = spans.map((span) => ({
    threadId: span.thread.id,
    lane: taken.get(span.thread.id) ?? 1,
    from: span.from,
    node: span.node,
    to: span.to,
    home: span.home,
    live: LIVE_STATES.has(span.thread.state),
  }))
  return { lanes: clip(lanes), book: taken }
}

/** Where each fork leaves, stands and ends, if its line is drawn as far as it lives. */
function readSpans(rows: readonly TimelineRow[], threads: Readonly<Record<string, Thread>>): Span[] {
  const spans: Span[] = []
  const turnRows: { row: number; turn: Turn }[] = []
  rows.forEach((row, index) => {
    if (row.kind === 'turn') turnRows.push({ row: index, turn: row.turn })
    if (row.kind !== 'stub' && row.kind !== 'line') return
    const thread = threads[row.threadId]
    if (thread) spans.push({ thread, from: turnRows.at(-1)?.row ?? -1, node: index, to: index, home: false })
  })
  for (const span of spans) {
    const { thread } = span
    if (LIVE_STATES.has(thread.state)) span.to = rows.length - 1
    if (thread.broughtBackAt === null) continue
    const home = homeRow(turnRows, thread.broughtBackAt)
    if (home === undefined || home <= span.node) continue
    span.to = home
    span.home = true
  }
  return spans
}

/** The row of the turn in which something came home at `atMs`: the last one that had begun. */
function homeRow(turnRows: readonly { row: number; turn: Turn }[], atMs: number): number | undefined {
  return turnRows.findLast(({ turn }) => turn.startedAt <= atMs)?.row
}

function lowestFree(span: Span, placed: readonly Span[], taken: LaneBook): number {
  const blocked = new Set<number | undefined>()
  for (const other of placed) {
    if (reachAt(other, span.thread.createdAt) >= span.from) blocked.add(taken.get(other.thread.id))
  }
  let lane = 1
  while (blocked.has(lane)) lane += 1
  return lane
}

/** How far down a lane reached at a moment: a fork that had not ended then was expected to run on. */
function reachAt(span: Span, atMs: number): number {
  const { endedAt, state } = span.thread
  const wasOver = endedAt === null ? !LIVE_STATES.has(state) : endedAt <= atMs
  return wasOver ? span.to : Number.POSITIVE_INFINITY
}

function clip(lanes: readonly Lane[]): Lane[] {
  return lanes.map((lane) => {
    let { to, home, live } = lane
    for (const other of lanes) {
      if (other.lane !== lane.lane || other.from <= lane.from || other.from > to) continue
      to = Math.max(lane.node, other.from - 1)
      home = false
      live = false
    }
    return to === lane.to ? lane : { ...lane, to, home, live }
  })
}
