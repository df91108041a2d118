import { expect, test } from 'vitest'
import type { Thread } from '../../../shared/domain/thread'
import { viewThread, viewTurn } from '../../../testing/domain-views'
import { buildRows } from './build-rows'
import { layoutLanes } from './layout-lanes'

const turns = [1, 2, 3, 4].map((n) => viewTurn({ id: `trn_${n}`, n }))

function fork(id: string, turn: number | null, fields: Partial<Thread> = {}): Thread {
  const turnId = turn === null ? null : `trn_${turn}`
  return viewThread({ id, branchPoint: { turnId, message: 1, link: '' }, ...fields })
}

const done = (endedAt: number) => ({ state: 'done' as const, endedAt })

function layout(children: Thread[], book?: ReadonlyMap<string, number>) {
  const rows = buildRows({ turns, children, folds: {}, shownAt: 0 })
  const threads = Object.fromEntries(children.map((child) => [child.id, child]))
  const result = layoutLanes(rows, threads, book)
  const laneOf = Object.fromEntries(result.lanes.map((lane) => [lane.threadId, lane.lane]))
  return { ...result, rows, laneOf }
}

test('siblings take lanes side by side, in the order in which they were made', () => {
  const { laneOf } = layout([
    fork('a', 2, { createdAt: 10 }),
    fork('b', 2, { createdAt: 11 }),
    fork('c', 2, { createdAt: 12 }),
  ])
  expect(laneOf).toEqual({ a: 1, b: 2, c: 3 })
})

test('a lane is free again for a fork that leaves below where the last one ended', () => {
  const { laneOf } = layout([fork('a', 1, { createdAt: 10, ...done(20) }), fork('b', 3, { createdAt: 30 })])
  expect(laneOf).toEqual({ a: 1, b: 1 })
})

test('a fork that still ran when the next was made keeps its lane, also after it ended', () => {
  const { laneOf } = layout([fork('a', 1, { createdAt: 10, ...done(40) }), fork('b', 3, { createdAt: 30 })])
  expect(laneOf).toEqual({ a: 1, b: 2 })
})

test('a fork made late from an early turn does not take a lane that runs below it', () => {
  const { laneOf } = layout([fork('late', 1, { createdAt: 90 }), fork('running', 3, { createdAt: 30 })])
  expect(laneOf).toEqual({ running: 1, late: 2 })
})

test('a lane that was taken never moves, whatever ends meanwhile', () => {
  const first = layout([fork('a', 1, { createdAt: 10, state: 'streaming' }), fork('b', 3, { createdAt: 30 })])
  // Interrupted without a time: from the facts alone, b could have had lane 1.
  const later = [fork('a', 1, { createdAt: 10, state: 'interrupted' }), fork('b', 3, { createdAt: 30 })]
  expect(layout(later).laneOf).toEqual({ a: 1, b: 1 })
  expect(layout(later, first.book).laneOf).toEqual(first.laneOf)
})

test('a live lane runs to the last row, one that is over ends at its own row', () => {
  const { lanes, rows } = layout([fork('a', 1, { createdAt: 10 }), fork('b', 2, { createdAt: 11, ...done(12) })])
  expect(lanes.find((lane) => lane.threadId === 'a')).toMatchObject({ from: 0, node: 1, to: rows.length - 1 })
  expect(lanes.find((lane) => lane.threadId === 'b')).toMatchObject({ from: 2, node: 3, to: 3 })
})

test('what was brought back turns home in the turn that was running then', () => {
  const { lanes } = layout([fork('a', 1, { createdAt: 110, ...done(150), broughtBackAt: 310 })])
  expect(lanes).toEqual([{ threadId: 'a', lane: 1, from: 0, node: 1, to: 3, home: true, live: false }])
})

test('a fork that is resumed ends its line where a later one took the lane', () => {
  const book = new Map([
    ['a', 1],
    ['b', 1],
  ])
  const { lanes } = layout([fork('a', 1, { createdAt: 10 }), fork('b', 3, { createdAt: 30 })], book)
  expect(lanes.find((lane) => lane.threadId === 'a')).toMatchObject({ node: 1, to: 2, live: false })
  expect(lanes.find((lane) => lane.threadId === 'b')).toMatchObject({ from: 3, to: 5 })
})

test('what leaves before the first turn leaves above it', () => {
  const { lanes, rows } = layout([fork('a', null, { createdAt: 10, ...done(11) })])
  expect(rows[0]).toMatchObject({ kind: 'stub', threadId: 'a' })
  expect(lanes[0]).toMatchObject({ from: -1, node: 0, to: 0 })
})
