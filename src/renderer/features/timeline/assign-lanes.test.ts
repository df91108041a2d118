import { expect, test } from 'vitest'
import type { Thread } from '../../../shared/domain/thread'
import type { Turn } from '../../../shared/domain/turn'
import { viewThread, viewTurn } from '../../../testing/domain-views'
import { assignLanes, type LaneBook } from './assign-lanes'

const turns = [1, 2, 3, 4].map((n) => viewTurn({ id: `trn_${n}`, n }))

function fork(id: string, turn: number | null, fields: Partial<Thread> = {}): Thread {
  const turnId = turn === null ? null : `trn_${turn}`
  return viewThread({ id, branchPoint: { turnId, message: 1, link: '' }, ...fields })
}

const done = (endedAt: number) => ({ state: 'done' as const, endedAt })

function lanesOf(children: Thread[], turnsOf: Record<string, Turn[]> = {}, known?: LaneBook) {
  return Object.fromEntries(assignLanes({ turns, children, turnsOf }, known))
}

/** A turn of a fork's own. */
const stretch = (threadId: string, n: number, startedAt: number, endedAt: number | null) =>
  viewTurn({ id: `trn_${threadId}_${n}`, threadId, n, startedAt, endedAt })

test('siblings take lanes side by side, in the order in which they were made', () => {
  const siblings = [fork('a', 2, { createdAt: 10 }), fork('b', 2, { createdAt: 11 }), fork('c', 2, { createdAt: 12 })]
  expect(lanesOf(siblings)).toEqual({ a: 1, b: 2, c: 3 })
})

test('a lane is free again for a fork that leaves below where the last one ended', () => {
  expect(lanesOf([fork('a', 1, { createdAt: 10, ...done(20) }), fork('b', 3, { createdAt: 30 })])).toEqual({
    a: 1,
    b: 1,
  })
})

test('a fork that still ran when the next was made keeps its lane, also after it ended', () => {
  expect(lanesOf([fork('a', 1, { createdAt: 10, ...done(40) }), fork('b', 3, { createdAt: 30 })])).toEqual({
    a: 1,
    b: 2,
  })
})

test('a fork made late from an early turn does not take a lane that runs below it', () => {
  expect(lanesOf([fork('running', 3, { createdAt: 30 }), fork('late', 1, { createdAt: 90 })])).toEqual({
    running: 1,
    late: 2,
  })
})

test('what was brought home before keeps its lane down to the turn it came home in', () => {
  const home = fork('a', 1, { createdAt: 110, ...done(150), broughtBackAt: 310 })
  expect(lanesOf([home, fork('b', 2, { createdAt: 320 })])).toEqual({ a: 1, b: 2 })
  expect(lanesOf([home, fork('b', 4, { createdAt: 420 })])).toEqual({ a: 1, b: 1 })
})

test('a fork that was woken has the lanes that were given while it was at rest', () => {
  const born = [fork('a', 1, { createdAt: 10, ...done(20) }), fork('b', 3, { createdAt: 30 })]
  const before = lanesOf(born, { a: [stretch('a', 1, 11, 20)] })
  const woken = [fork('a', 1, { createdAt: 10, state: 'streaming', endedAt: null }), fork('b', 3, { createdAt: 30 })]
  const turnsOf = { a: [stretch('a', 1, 11, 20), stretch('a', 2, 50, null)] }
  expect(lanesOf(woken, turnsOf)).toEqual(before)
})

test('lanes are the same when the session is opened again, whatever ended, folded or came home since', () => {
  const live = [fork('a', 1, { createdAt: 10 }), fork('b', 1, { createdAt: 20 }), fork('c', 3, { createdAt: 310 })]
  const before = lanesOf(live, { a: [stretch('a', 1, 11, null)], b: [stretch('b', 1, 21, null)] })
  const later = [
    fork('a', 1, { createdAt: 10, ...done(400), broughtBackAt: 410 }),
    fork('b', 1, { createdAt: 20, state: 'interrupted', endedAt: null }),
    fork('c', 3, { createdAt: 310, ...done(500) }),
  ]
  expect(lanesOf(later, { a: [stretch('a', 1, 11, 400)], b: [stretch('b', 1, 21, null)] })).toEqual(before)
  expect(before).toEqual({ a: 1, b: 2, c: 3 })
})

test('lanes that are known are kept, and nothing is made anew while no fork is', () => {
  const known: LaneBook = new Map([['a', 4]])
  const one = [fork('a', 1, { createdAt: 10 })]
  expect(assignLanes({ turns, children: one, turnsOf: {} }, known)).toBe(known)
  expect(lanesOf([...one, fork('b', 1, { createdAt: 20 })], {}, known)).toEqual({ a: 4, b: 1 })
})
