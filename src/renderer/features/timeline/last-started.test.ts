import { expect, test } from 'vitest'
import { lastStarted } from './last-started'

const turns = [{ startedAt: 10 }, { startedAt: 20 }, { startedAt: 20 }, { startedAt: 30 }]

test('a moment belongs to the last turn that had begun', () => {
  expect([10, 15, 20, 29, 30, 99].map((at) => lastStarted(turns, at))).toEqual([0, 0, 2, 2, 3, 3])
})

test('before the first turn, and without turns, there is none', () => {
  expect(lastStarted(turns, 9)).toBe(-1)
  expect(lastStarted([], 9)).toBe(-1)
})
