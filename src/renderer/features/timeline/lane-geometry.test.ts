import { expect, test } from 'vitest'
import { type GutterInput, gutterShapes, gutterWidth, type LaneLook, laneX } from './lane-geometry'
import type { Lane } from './layout-lanes'

const look = (fields: Partial<LaneLook> = {}): LaneLook => ({
  hue: 1,
  above: 'solid',
  below: 'solid',
  node: 'streaming',
  ...fields,
})
const lane = (fields: Partial<Lane>): Lane => ({
  threadId: 'a',
  lane: 1,
  from: 0,
  node: 1,
  to: 3,
  home: false,
  live: false,
  ...fields,
})

function shapes(
  row: number,
  lanes: Lane[],
  looks: Record<string, LaneLook> = { a: look() },
  more: Partial<GutterInput> = {},
) {
  return gutterShapes({ row, nodeY: 18, trunk: null, trunkHue: 0, lanes, looks, ...more }).slice(1)
}

test('the trunk is drawn through every row, from its top to its end', () => {
  expect(gutterShapes({ row: 7, nodeY: 18, trunk: null, trunkHue: 0, lanes: [], looks: {} })).toEqual([
    { shape: 'line', hue: 0, pattern: 'solid', x: 10, y1: 0, y2: 'end' },
  ])
})

test('a lane leaves by an elbow at the node of its turn and goes on below it', () => {
  expect(shapes(0, [lane({ lane: 2 })])).toEqual([
    { shape: 'path', hue: 1, d: 'M14 18H32a6 6 0 0 1 6 6' },
    { shape: 'line', hue: 1, pattern: 'solid', x: 38, y1: 24, y2: 'end' },
  ])
})

test('what waits is solid down to its node and dashed below', () => {
  const looks = { a: look({ below: 'dashed', node: 'waiting' }) }
  expect(shapes(1, [lane({})], looks)).toEqual([
    { shape: 'line', hue: 1, pattern: 'solid', x: 24, y1: 0, y2: 18 },
    { shape: 'line', hue: 1, pattern: 'dashed', x: 24, y1: 18, y2: 'end' },
    { shape: 'node', hue: 1, node: 'waiting', x: 24, y: 18 },
  ])
  expect(shapes(2, [lane({})], looks)).toEqual([{ shape: 'line', hue: 1, pattern: 'dashed', x: 24, y1: 0, y2: 'end' }])
})

test('a line that is over ends at its node', () => {
  expect(shapes(1, [lane({ to: 1 })], { a: look({ node: 'done' }) })).toEqual([
    { shape: 'line', hue: 1, pattern: 'solid', x: 24, y1: 0, y2: 18 },
    { shape: 'node', hue: 1, node: 'done', x: 24, y: 18 },
  ])
  expect(shapes(2, [lane({ to: 1 })])).toEqual([])
})

test('the line of what still runs goes on to the end of the page, also when its own row is the last', () => {
  expect(shapes(1, [lane({ to: 1, live: true })])).toContainEqual({
    shape: 'line',
    hue: 1,
    pattern: 'solid',
    x: 24,
    y1: 18,
    y2: 'end',
  })
})

test('the farthest lane is drawn first, so that elbows show the nearest colour', () => {
  const lanes = [lane({ threadId: 'a', lane: 1 }), lane({ threadId: 'b', lane: 2 })]
  const hues = shapes(0, lanes, { a: look({ hue: 1 }), b: look({ hue: 2 }) }).map(
    (shape) => 'hue' in shape && shape.hue,
  )
  expect(hues).toEqual([2, 2, 1, 1])
})

test('what comes home is a hollow node on the trunk, in the colour of the fork', () => {
  const home = shapes(3, [lane({ home: true })], { a: look({ hue: 4 }) }, { trunk: { node: 'turn', hue: 0 } })
  expect(home).toEqual([
    { shape: 'path', hue: 4, d: 'M24 0V12a6 6 0 0 1 -6 6H15' },
    { shape: 'node', hue: 4, node: 'home', x: 10, y: 18 },
  ])
})

test('more than eight lanes are counted, not drawn', () => {
  const lanes = Array.from({ length: 11 }, (_, index) =>
    lane({ threadId: `t${index}`, lane: index + 1, node: 5, to: 9 }),
  )
  const looks = Object.fromEntries(lanes.map((each) => [each.threadId, look()]))
  const drawn = shapes(2, lanes, looks, { trunk: { node: 'turn', hue: 0 } })
  expect(drawn.filter((shape) => shape.shape === 'line')).toHaveLength(8)
  expect(drawn.at(-1)).toMatchObject({ shape: 'more', count: 3 })
})

test('the gutter grows seldom and holds its last lane', () => {
  expect([0, 4, 5, 8, 9, 30].map(gutterWidth)).toEqual([76, 76, 132, 132, 152, 152])
  expect(gutterWidth(8)).toBeGreaterThan(laneX(8))
})
