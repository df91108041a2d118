import { expect, test } from 'vitest'
import type { Thread } from '../../../shared/domain/thread'
import { viewThread, viewTurn } from '../../../testing/domain-views'
import { buildRows, keepRows } from './build-rows'

const turns = [1, 2].map((n) => viewTurn({ id: `trn_${n}`, n }))
const fork = (id: string, fields: Partial<Thread> = {}) =>
  viewThread({ id, branchPoint: { turnId: 'trn_1', message: 1, link: '' }, ...fields })

function kinds(children: Thread[], folds: Record<string, boolean> = {}, shownAt = 100) {
  return buildRows({ turns, children, folds, shownAt }).map((row) =>
    row.kind === 'stub' ? `${row.threadId} ${row.place}` : row.kind === 'line' ? `${row.threadId} line` : row.kind,
  )
}

test('a single fork stands under its turn without a heading', () => {
  expect(kinds([fork('a')])).toEqual(['turn', 'a single', 'turn'])
})

test('siblings stand in one box under a heading', () => {
  expect(kinds([fork('a'), fork('b'), fork('c')])).toEqual(['turn', 'group', 'a middle', 'b middle', 'c last', 'turn'])
})

test('what was over before the trunk was shown is one line; what ends while it is shown keeps its height', () => {
  const before = fork('a', { state: 'done', endedAt: 50 })
  const since = fork('b', { state: 'done', endedAt: 150 })
  expect(kinds([before, since])).toEqual(['turn', 'a line', 'b single', 'turn'])
})

test('what waits, runs or failed never folds, even when it was folded', () => {
  const failed = fork('a', { state: 'failed', endedAt: 50 })
  const waiting = fork('b', { state: 'waiting-approval' })
  expect(kinds([failed, waiting], { a: true, b: true })).toEqual(['turn', 'group', 'a middle', 'b last', 'turn'])
})

test('a person may open a line and fold what is over', () => {
  const old = fork('a', { state: 'done', endedAt: 50 })
  expect(kinds([old], { a: false })).toEqual(['turn', 'a single', 'turn'])
  const fresh = fork('b', { state: 'done', endedAt: 150 })
  expect(kinds([fresh], { b: true })).toEqual(['turn', 'b line', 'turn'])
})

test('a fork of a turn that is not of this trunk stands at the start, not nowhere', () => {
  const lost = fork('a', { branchPoint: { turnId: 'trn_9', message: 1, link: '' } })
  expect(kinds([lost])).toEqual(['a single', 'turn', 'turn'])
})

test('rows that say what they said before stay the same objects', () => {
  const before = buildRows({ turns, children: [fork('a'), fork('b')], folds: {}, shownAt: 100 })
  const again = buildRows({ turns, children: [fork('a', { steps: 1 }), fork('b')], folds: {}, shownAt: 100 })
  expect(keepRows(before, again)).toBe(before)
  const third = buildRows({ turns, children: [fork('a'), fork('b'), fork('c')], folds: {}, shownAt: 100 })
  const kept = keepRows(before, third)
  expect(kept.map((row, index) => row === before[index])).toEqual([true, false, true, false, false, false])
  expect(kept.at(-1)).toBe(before.at(-1))
})
