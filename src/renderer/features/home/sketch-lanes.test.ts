import { describe, expect, it } from 'vitest'
import type { LaneSketch } from '../../../shared/domain/session'
import { SKETCH_HEIGHT, SKETCH_WIDTH, sketchLanes } from './sketch-lanes'

function lane(n: number, over: Partial<LaneSketch> = {}): LaneSketch {
  const id = (of: number) => `thr_${String(of).padStart(26, '0')}`
  return {
    threadId: id(n),
    parentId: n === 0 ? null : id(0),
    kind: n === 0 ? 'main' : 'fork',
    state: 'done',
    fromTurn: n === 0 ? 0 : 3,
    turns: 4,
    ...over,
  }
}

const parent = (n: number) => lane(n).threadId

describe('the sketch', () => {
  it('is empty without a trunk', () => {
    expect(sketchLanes([])).toEqual({ lanes: [], nodes: [], hidden: 0 })
  })

  it('draws siblings under each other and leaves the trunk at one node', () => {
    const sketch = sketchLanes([lane(0), lane(1), lane(2), lane(3)])
    expect(sketch.lanes.map((one) => one.y)).toEqual([8, 18, 28, 38])
    expect(sketch.lanes.map((one) => one.order)).toEqual([0, 1, 2, 3])
    expect(sketch.nodes).toHaveLength(1)
    expect(sketch.hidden).toBe(0)
  })

  it('uses a row again after the lane in it ended', () => {
    const sketch = sketchLanes([
      lane(0, { turns: 40 }),
      lane(1, { fromTurn: 2, turns: 2 }),
      lane(2, { fromTurn: 30, turns: 2 }),
    ])
    expect(sketch.lanes.map((one) => one.y)).toEqual([8, 18, 18])
  })

  it('draws a lane of a lane below its parent', () => {
    const sketch = sketchLanes([lane(0), lane(1), lane(2, { parentId: parent(1), fromTurn: 1 })])
    expect(sketch.lanes[2]).toMatchObject({ fromY: 18, y: 28 })
  })

  it('counts what has no room, also below a parent that has none', () => {
    const sketch = sketchLanes([lane(0), lane(1), lane(2), lane(3), lane(4), lane(5, { parentId: parent(4) })])
    expect(sketch.lanes).toHaveLength(4)
    expect(sketch.hidden).toBe(2)
  })

  it('finds a place for what needs the person before what is done, and for what was discarded last', () => {
    const sketch = sketchLanes([
      lane(0),
      lane(1, { state: 'discarded' }),
      lane(2),
      lane(3),
      lane(4, { state: 'streaming' }),
      lane(5, { state: 'waiting-approval' }),
    ])
    expect(sketch.lanes.map((one) => [one.order, one.y])).toEqual([
      [0, 8],
      [2, 38],
      [4, 28],
      [5, 18],
    ])
    expect(sketch.hidden).toBe(2)
  })

  it('stays inside its frame for a thousand turns and for none', () => {
    for (const turns of [0, 1, 1000]) {
      const sketch = sketchLanes([lane(0, { turns }), lane(1, { fromTurn: turns, turns })])
      for (const one of sketch.lanes) {
        expect(one.startX).toBeGreaterThanOrEqual(0)
        expect(one.endX).toBeLessThanOrEqual(SKETCH_WIDTH)
        expect(one.endX - one.startX).toBeGreaterThanOrEqual(10)
        expect(one.y).toBeLessThanOrEqual(SKETCH_HEIGHT)
      }
    }
  })
})
