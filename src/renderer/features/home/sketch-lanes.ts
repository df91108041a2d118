// The small drawing of a session: where each lane starts, ends and turns, in pixels.
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { LaneSketch } from '../../../shared/domain/session'
import type { ThreadState } from '../../../shared/domain/thread'
import { NEEDS_PERSON } from './group-sessions'

export interface SketchLane {
  threadId: string
  state: ThreadState
  isTrunk: boolean
  /** 0 for the trunk, else the place among all other threads in order of creation; names the hue. */
  order: number
  startX: number
  endX: number
  y: number
  /** Where the lane leaves its parent; equal to `y` for the trunk. */
  fromY: number
}

export interface Sketch {
  lanes: SketchLane[]
  /** Where lanes leave the trunk: the nodes on it, besides its ends. */
  nodes: number[]
  /** How many threads found no lane in the picture. */
  hidden: number
}

export const SKETCH_WIDTH = 236
export const SKETCH_HEIGHT = 46
const LEFT = 4
const RIGHT = 8
const TOP = 8
const PITCH = 10
/** Lanes below the trunk that fit into the height. */
const ROWS = 3
const MOST_PER_TURN = 26
/** The shortest lane that still shows its elbow and its end. */
const SHORTEST = 20

/**
 * Lays out the lanes of a session. Each lane takes the lowest row that is free for its whole length; a thread whose parent is
 * not in the picture, or for which no row is free, is counted as hidden. What needs the person finds its place first, then what
 * runs; what was discarded comes last.
 */
export function sketchLanes(sketches: readonly LaneSketch[]): Sketch {
  const trunk = sketches.find((lane) => lane.parentId === null)
  if (!trunk) return { lanes: [], nodes: [], hidden: sketches.length }
  const scale = scaleOf(sketches)
  const placed = new Map<string, SketchLane>()
  const trunkEnd = LEFT + Math.max(SHORTEST, trunk.turns * scale)
  placed.set(trunk.threadId, { ...base(trunk, 0), startX: LEFT, endX: trunkEnd, y: TOP, fromY: TOP })
  const nodes = new Set<number>()
  const busy: { row: number; from: number; to: number }[] = []
  let hidden = 0
  const orders = new Map(sketches.filter((lane) => lane !== trunk).map((lane, at) => [lane, at + 1]))
  for (const lane of byUrgency(sketches)) {
    const order = orders.get(lane)
    if (order === undefined) continue
    const parent = lane.parentId === null ? undefined : placed.get(lane.parentId)
    if (!parent) {
      hidden++
      continue
    }
    const startX = Math.min(parent.startX + lane.fromTurn * scale, parent.endX)
    const endX = Math.min(startX + Math.max(SHORTEST, lane.turns * scale), SKETCH_WIDTH - RIGHT)
    const parentRow = (parent.y - TOP) / PITCH
    const row = freeRow(busy, parentRow + 1, startX, endX)
    if (row === null) {
      hidden++
      continue
    }
    busy.push({ row, from: startX, to: endX })
    if (parent.isTrunk) nodes.add(startX)
    placed.set(lane.threadId, { ...base(lane, order), startX, endX, y: TOP + row * PITCH, fromY: parent.y })
  }
  const lanes = [...placed.values()].sort((a, b) => a.order - b.order)
  return { lanes, nodes: [...nodes], hidden }
}

/** The most urgent first, each after its parent; among equals in the order in which they were made. */
function byUrgency(sketches: readonly LaneSketch[]): Iterable<LaneSketch> {
  const byId = new Map(sketches.map((lane) => [lane.threadId, lane]))
  const sorted = new Set<LaneSketch>()
  const add = (lane: LaneSketch) => {
    if (sorted.has(lane)) return
    const parent = lane.parentId === null ? undefined : byId.get(lane.parentId)
    if (parent) add(parent)
    sorted.add(lane)
  }
  for (const lane of sketches.toSorted((a, b) => urgency(a.state) - urgency(b.state))) add(lane)
  return sorted
}

function urgency(state: ThreadState): number {
  if (NEEDS_PERSON.has(state)) return 0
  if (LIVE_STATES.has(state)) return 1
  return state === 'discarded' ? 3 : 2
}

function base(lane: LaneSketch, order: number): Pick<SketchLane, 'threadId' | 'state' | 'isTrunk' | 'order'> {
  return { threadId: lane.threadId, state: lane.state, isTrunk: lane.parentId === null, order }
}

/** Pixels per turn, so that the longest path fits and short sessions stay short. */
function scaleOf(sketches: readonly LaneSketch[]): number {
  const starts = new Map<string, number>()
  let longest = 1
  for (const lane of sketches) {
    const start = (lane.parentId === null ? 0 : (starts.get(lane.parentId) ?? 0)) + lane.fromTurn
    starts.set(lane.threadId, start)
    longest = Math.max(longest, start + lane.turns)
  }
  return Math.min(MOST_PER_TURN, (SKETCH_WIDTH - LEFT - RIGHT - SHORTEST) / longest)
}

function freeRow(busy: readonly { row: number; from: number; to: number }[], lowest: number, from: number, to: number) {
  for (let row = Math.max(1, lowest); row <= ROWS; row++) {
    if (!busy.some((lane) => lane.row === row && lane.from < to + PITCH && from < lane.to + PITCH)) return row
  }
  return null
}
