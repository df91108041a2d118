// The breakpoint planner: where the at most four cache markers of a request go.
import { isThinking, type WireBlock } from './wire-block'

export interface Markers {
  /** Whether the end of the system prompt bears a marker. */
  system: boolean
  /** Positions of the marked blocks, ascending. */
  positions: number[]
}

export interface MarkerFacts {
  /** The position of the last block at which this thread, or its parent before the branch point, wrote an entry. */
  writtenAt: number | null
  /** The last block all siblings share; null where there are no siblings. */
  sharedEnd: number | null
}

/** The API looks back this many blocks from a marker; we stay below it. Source: prompt caching documentation. */
export const MAX_GAP = 15
const MAX_MARKERS = 4

/**
 * Plans the markers of one request, in order of need: the tail; the last position known to be written; the end of what
 * siblings share; the end of the system prompt, which is given up first when a gap between two markers is too wide for
 * the API's look-back.
 *
 * Promises at most four markers, none on thinking, all on blocks that are sent.
 */
export function planMarkers(blocks: readonly WireBlock[], facts: MarkerFacts): Markers {
  const tail = markable(blocks, blocks.length - 1)
  if (tail === null) return { system: true, positions: [] }
  const wanted = new Set<number>([tail])
  for (const position of [facts.writtenAt, facts.sharedEnd]) {
    if (position === null) continue
    const index = markable(blocks, indexAt(blocks, position))
    if (index !== null) wanted.add(index)
  }
  const indices = [...wanted].sort((a, b) => a - b)
  const bridge = widestBridge(blocks, indices, facts.writtenAt === null ? null : indexAt(blocks, facts.writtenAt))
  let system = true
  if (bridge !== null) {
    if (indices.length >= MAX_MARKERS - 1) system = false
    indices.push(bridge)
    indices.sort((a, b) => a - b)
  }
  const positions = indices.map((index) => blocks[index]?.position ?? 0)
  return { system: system && positions.length < MAX_MARKERS, positions }
}

/** The index of the last block at or before a position; -1 when there is none. */
function indexAt(blocks: readonly WireBlock[], position: number): number {
  let index = blocks.length - 1
  while (index >= 0 && (blocks[index]?.position ?? 0) > position) index--
  return index
}

/** The nearest index at or before `index` that may bear a marker. */
function markable(blocks: readonly WireBlock[], index: number): number | null {
  for (let n = index; n >= 0; n--) {
    const block = blocks[n]
    if (block && !isThinking(block)) return n
  }
  return null
}

/** Where one more marker would bridge the first gap after the written entry that is too wide; null: none is. */
function widestBridge(blocks: readonly WireBlock[], marked: readonly number[], written: number | null): number | null {
  const from = written ?? -1
  let previous = from
  for (const index of marked) {
    if (index <= from) continue
    if (previous >= 0 && index - previous > MAX_GAP) {
      const middle = markable(blocks, Math.min(previous + MAX_GAP, index - 1))
      if (middle !== null && middle > previous) return middle
    }
    previous = index
  }
  return null
}
