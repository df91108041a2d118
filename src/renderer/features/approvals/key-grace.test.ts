import { expect, it } from 'vitest'
import { GRACE_MS, graceOf, remainingMs } from './key-grace'

it('waits 400 milliseconds after a card appears', () => {
  const grace = graceOf(null, 'a', 1000)
  expect(remainingMs(grace, 1000)).toBe(GRACE_MS)
  expect(remainingMs(grace, 1399)).toBe(1)
  expect(remainingMs(grace, 1400)).toBe(0)
})

it('starts again when another card is shown and runs on while the same one is', () => {
  const first = graceOf(null, 'a', 0)
  expect(graceOf(first, 'a', 300)).toBe(first)
  expect(remainingMs(graceOf(first, 'b', 500), 500)).toBe(GRACE_MS)
})
