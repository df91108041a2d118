// What the gutter of one row draws: a list of shapes in the order they are painted. Pure; lane-gutter.tsx turns it into SVG.
import type { Hue } from '../../ui/badge'
import { type Lane, MAX_LANES } from './layout-lanes'

const PITCH = 14
const TRUNK_X = 10
const RADIUS = 6
/** From the node of a turn, whose own radius is 5, a line starts at its edge. */
const NODE_EDGE = 4
/** Room for `+12`, where lanes are counted instead of drawn. */
const COUNT_WIDTH = 20

export type LinePattern = 'solid' | 'dashed' | 'dotted'
export type NodeShape =
  | 'turn'
  | 'streaming'
  | 'done'
  | 'waiting'
  | 'hollow'
  | 'interrupted'
  | 'failed'
  | 'bar'
  | 'limit'
  | 'home'

export type GutterShape =
  | { shape: 'line'; hue: Hue; pattern: LinePattern; x: number; y1: number; y2: number | 'end' }
  | { shape: 'path'; hue: Hue; d: string }
  | { shape: 'node'; hue: Hue; node: NodeShape; x: number; y: number }
  | { shape: 'more'; count: number; x: number; y: number }

/** How a fork is drawn now. */
export interface LaneLook {
  hue: Hue
  /** The line between where it leaves and its node, and below its node. */
  above: LinePattern
  below: LinePattern
  node: NodeShape
}

export interface GutterInput {
  row: number
  /** Where a node of this row sits, in pixels from its top. */
  nodeY: number
  /** The node of the trunk in this row; null where the row is no turn. */
  trunk: { node: NodeShape; hue: Hue } | null
  trunkHue: Hue
  lanes: readonly Lane[]
  looks: Readonly<Record<string, LaneLook>>
}

/** The x of a lane in the gutter, in pixels. */
export function laneX(lane: number): number {
  return TRUNK_X + PITCH * lane
}

/** Lanes for which there is room from the start. */
const FIRST_LANES = 4

/** The width of a gutter that holds this many lanes. It grows to all its lanes at once, so that a new one seldom moves the text. */
export function gutterWidth(lanes: number): number {
  const room = lanes > MAX_LANES ? COUNT_WIDTH : 0
  return laneX(lanes <= FIRST_LANES ? FIRST_LANES : MAX_LANES) + TRUNK_X + room
}

/** The shapes of one row. Farther lanes come first, so that each stretch of an elbow shows the nearest lane's colour. */
export function gutterShapes({ row, nodeY, trunk, trunkHue, lanes, looks }: GutterInput): GutterShape[] {
  const here = lanes.filter((lane) => lane.from <= row && row <= lane.to)
  const drawn = here.filter((lane) => lane.lane <= MAX_LANES).sort((a, b) => b.lane - a.lane)
  const shapes: GutterShape[] = [{ shape: 'line', hue: trunkHue, pattern: 'solid', x: TRUNK_X, y1: 0, y2: 'end' }]
  const nodes: GutterShape[] = []
  for (const lane of drawn) {
    const look = looks[lane.threadId]
    if (!look) continue
    shapes.push(...linesOf(lane, look, row, nodeY))
    if (lane.node === row) nodes.push({ shape: 'node', hue: look.hue, node: look.node, x: laneX(lane.lane), y: nodeY })
    if (lane.home && lane.to === row) nodes.push({ shape: 'node', hue: look.hue, node: 'home', x: TRUNK_X, y: nodeY })
  }
  const comesHome = nodes.some((node) => node.shape === 'node' && node.node === 'home')
  if (trunk && !comesHome) nodes.push({ shape: 'node', hue: trunk.hue, node: trunk.node, x: TRUNK_X, y: nodeY })
  const hidden = here.length - drawn.length
  if (trunk && hidden > 0) nodes.push({ shape: 'more', count: hidden, x: laneX(MAX_LANES) + 8, y: nodeY })
  return [...shapes, ...nodes]
}

/** Shapes are made anew with every event; what they say seldom changes. */
export function sameShapes(a: readonly GutterShape[], b: readonly GutterShape[]): boolean {
  if (a.length !== b.length) return false
  return a.every((shape, index) => {
    const other = b[index]
    return other !== undefined && shapeKey(shape) === shapeKey(other)
  })
}

/** Tells a shape from every other of the same row. */
export function shapeKey(shape: GutterShape): string {
  return Object.values(shape).join(' ')
}

function linesOf(lane: Lane, look: LaneLook, row: number, nodeY: number): GutterShape[] {
  const x = laneX(lane.lane)
  const line = (pattern: LinePattern, y1: number, y2: number | 'end'): GutterShape => ({
    shape: 'line',
    hue: look.hue,
    pattern,
    x,
    y1,
    y2,
  })
  if (row === lane.from) {
    const elbow = `M${TRUNK_X + NODE_EDGE} ${nodeY}H${x - RADIUS}a${RADIUS} ${RADIUS} 0 0 1 ${RADIUS} ${RADIUS}`
    return [{ shape: 'path', hue: look.hue, d: elbow }, line(look.above, nodeY + RADIUS, 'end')]
  }
  if (lane.home && row === lane.node && row === lane.to) {
    return [line(look.above, 0, nodeY), { shape: 'path', hue: look.hue, d: `M${x} ${nodeY}H${TRUNK_X + 5}` }]
  }
  if (lane.home && row === lane.to) {
    const back = `M${x} 0V${nodeY - RADIUS}a${RADIUS} ${RADIUS} 0 0 1 -${RADIUS} ${RADIUS}H${TRUNK_X + 5}`
    return [{ shape: 'path', hue: look.hue, d: back }]
  }
  if (row < lane.node) return [line(look.above, 0, 'end')]
  if (row > lane.node) return [line(look.below, 0, 'end')]
  const above = line(look.above, 0, nodeY)
  return lane.to > row || lane.live ? [above, line(look.below, nodeY, 'end')] : [above]
}
