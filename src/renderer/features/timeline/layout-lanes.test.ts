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

function layout(children: Thread[], book: ReadonlyMap<string, number> = new Map()) {
  const rows = buildRows({ turns, children, folds: {}, shownAt: 0 })
  const threads = Object.fromEntries(children.map((child) => [child.id, child]))
  return { rows, lanes: layoutLanes(rows, threads, book) }
}

test('a live lane runs to the last row, one that is over ends at its own row', () => {
  const book = new Map([
    ['a', 1],
    ['b', 2],
  ])
  const { lanes, rows } = layout([fork('a', 1), fork('b', 2, done(12))], book)
  expect(lanes.find((lane) => lane.threadId === 'a')).toMatchObject({ from: 0, node: 1, to: rows.length - 1 })
  expect(lanes.find((lane) => lane.threadId === 'b')).toMatchObject({ from: 2, node: 3, to: 3 })
})

test('what was brought back turns home in the turn that was running then', () => {
  const { lanes } = layout([fork('a', 1, { createdAt: 110, ...done(150), broughtBackAt: 310 })])
  expect(lanes).toEqual([{ threadId: 'a', lane: 1, from: 0, node: 1, to: 3, home: true, live: false }])
})

test('what was brought back before anything else was said turns home from its own row', () => {
  const { lanes } = layout([fork('a', 4, { createdAt: 410, ...done(450), broughtBackAt: 460 })])
  expect(lanes).toEqual([{ threadId: 'a', lane: 1, from: 3, node: 4, to: 4, home: true, live: false }])
})

test('a fork that is woken ends its line where a later one took the lane', () => {
  const book = new Map([
    ['a', 1],
    ['b', 1],
  ])
  const { lanes } = layout([fork('a', 1), fork('b', 3)], book)
  expect(lanes.find((lane) => lane.threadId === 'a')).toMatchObject({ node: 1, to: 2, live: false })
  expect(lanes.find((lane) => lane.threadId === 'b')).toMatchObject({ from: 3, to: 5, live: true })
})

test('lines in lanes of their own pass each other', () => {
  const book = new Map([
    ['a', 1],
    ['b', 2],
  ])
  const { lanes } = layout([fork('a', 1), fork('b', 3)], book)
  expect(lanes.map(({ lane, to }) => [lane, to])).toEqual([
    [1, 5],
    [2, 5],
  ])
})

test('what leaves before the first turn leaves above it', () => {
  const { lanes, rows } = layout([fork('a', null, { createdAt: 10, ...done(11) })])
  expect(rows[0]).toMatchObject({ kind: 'stub', threadId: 'a' })
  expect(lanes[0]).toMatchObject({ from: -1, node: 0, to: 0 })
})
