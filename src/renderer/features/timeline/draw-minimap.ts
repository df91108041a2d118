// Paints the map of a whole trunk: the same graph as the gutter, at a third of its pitch. One canvas, however long the session.

import type { LaneLook, LinePattern } from './lane-geometry'
import type { Lane } from './layout-lanes'

export interface MinimapPicture {
  width: number
  height: number
  /** The top of each row, as a share of the whole height, 0 to 1; one more than there are rows. */
  tops: readonly number[]
  /** Rows that are turns. */
  turnRows: readonly number[]
  /** Rows of turns that missed the cache. */
  missRows: readonly number[]
  /** Rows in which a search found something. */
  foundRows: readonly number[]
  lanes: readonly Lane[]
  looks: Readonly<Record<string, LaneLook>>
}

/** The colours of the current theme, by their token. */
export type Palette = (token: string) => string

const TRUNK_X = 9
const PITCH = 4
const STROKE = 1.5
/** Space above the first row and below the last, in pixels. */
export const MAP_PAD = 8
const MARK_X = 29
const MAX_DRAWN = 4
const FOUND_WIDTH = 10

const DASHES: Record<LinePattern, number[]> = { solid: [], dashed: [3, 2], dotted: [0.1, 3] }

/** Paints the picture; the canvas is cleared before. */
export function drawMinimap(context: CanvasRenderingContext2D, picture: MinimapPicture, colour: Palette) {
  const { width, height, tops } = picture
  const y = (row: number) => MAP_PAD + (tops[Math.min(row, tops.length - 1)] ?? 0) * (height - 2 * MAP_PAD)
  context.clearRect(0, 0, width, height)
  context.lineWidth = STROKE
  const drawn = picture.lanes.filter((lane) => lane.lane <= MAX_DRAWN).sort((a, b) => b.lane - a.lane)
  for (const lane of drawn) drawLane(context, lane, picture.looks[lane.threadId], y, colour)
  drawTrunk(context, picture, y, colour)
  drawFound(context, picture, y, colour)
  for (const row of picture.missRows) drawDisc(context, y(row), colour)
  for (const lane of picture.lanes) drawMark(context, picture.looks[lane.threadId], y(lane.node), colour)
}

function drawLane(
  context: CanvasRenderingContext2D,
  lane: Lane,
  look: LaneLook | undefined,
  y: (row: number) => number,
  colour: Palette,
) {
  if (!look) return
  const x = TRUNK_X + PITCH * lane.lane
  const top = y(Math.max(0, lane.from))
  const bottom = Math.max(top + 4, y(lane.home ? lane.to : lane.to + 1) - (lane.home ? 0 : 3))
  context.strokeStyle = colour(`--thread-${look.hue}`)
  context.lineCap = look.below === 'dotted' ? 'round' : 'butt'
  context.setLineDash(DASHES[look.below])
  context.beginPath()
  context.moveTo(TRUNK_X, top)
  context.lineTo(x - 2, top)
  context.arcTo(x, top, x, top + 2, 2)
  context.lineTo(x, bottom - (lane.home ? 2 : 0))
  if (lane.home) {
    context.arcTo(x, bottom, x - 2, bottom, 2)
    context.lineTo(TRUNK_X, bottom)
  }
  context.stroke()
}

function drawTrunk(
  context: CanvasRenderingContext2D,
  { height, turnRows }: MinimapPicture,
  y: (row: number) => number,
  colour: Palette,
) {
  context.strokeStyle = colour('--thread-0')
  context.fillStyle = colour('--thread-0')
  context.setLineDash([])
  context.beginPath()
  context.moveTo(TRUNK_X, MAP_PAD)
  context.lineTo(TRUNK_X, height - MAP_PAD)
  context.stroke()
  // Where turns are denser than the ticks are high, a tick for each would be one grey bar.
  let last = Number.NEGATIVE_INFINITY
  for (const row of turnRows) {
    const at = y(row)
    if (at - last < 3) continue
    context.fillRect(TRUNK_X - 2, at, 4, 2)
    last = at
  }
}

/** A bar at the edge, where no lane and no other mark is. */
function drawFound(
  context: CanvasRenderingContext2D,
  { width, foundRows }: MinimapPicture,
  y: (row: number) => number,
  colour: Palette,
) {
  context.fillStyle = colour('--focus')
  for (const row of foundRows) context.fillRect(width - FOUND_WIDTH, y(row) - 1, FOUND_WIDTH, 3)
}

/** A diamond for what waits for the person, a disc for what failed (and for a turn that missed the cache). */
function drawMark(context: CanvasRenderingContext2D, look: LaneLook | undefined, y: number, colour: Palette) {
  if (look?.node === 'waiting') {
    context.fillStyle = colour('--wait')
    context.beginPath()
    context.moveTo(MARK_X, y - 3.5)
    context.lineTo(MARK_X + 3.5, y)
    context.lineTo(MARK_X, y + 3.5)
    context.lineTo(MARK_X - 3.5, y)
    context.fill()
  } else if (look?.node === 'failed') drawDisc(context, y, colour)
}

function drawDisc(context: CanvasRenderingContext2D, y: number, colour: Palette) {
  context.fillStyle = colour('--bad')
  context.beginPath()
  context.arc(MARK_X, y, 3, 0, 2 * Math.PI)
  context.fill()
}
