import { expect, test } from 'vitest'
import { ManualClock } from '../../../testing/manual-clock'
import { Hold } from './hold'

/** How waiting for a hold ended so far. */
function watch(waiting: Promise<unknown>): { end: string } {
  const watched = { end: 'waits' }
  waiting.then(
    () => {
      watched.end = 'over'
    },
    (error) => {
      watched.end = String(error)
    },
  )
  return watched
}

test('whoever is held goes on when it is ended, and so does whoever asks afterwards', async () => {
  const clock = new ManualClock()
  const hold = new Hold(clock, null, () => {})
  const { signal } = new AbortController()
  const watched = watch(hold.wait(signal))
  await clock.advance(1_000_000)
  expect(watched.end).toBe('waits')
  hold.end(true)
  hold.end(true)
  expect(await hold.wait(signal)).toBe(true)
  expect(watched.end).toBe('over')
})

test('its time is told once, and not when it was ended before', async () => {
  const clock = new ManualClock()
  const told: string[] = []
  new Hold(clock, 100, () => told.push('first'))
  const second = new Hold(clock, 100, () => told.push('second'))
  second.end(true)
  expect(clock.waits()).toEqual([100])
  await clock.advance(1_000)
  expect(told).toEqual(['first'])
})

test('whoever gives up is let go with their reason, and the others stay held', async () => {
  const clock = new ManualClock()
  const hold = new Hold(clock, null, () => {})
  const [one, other, late] = [new AbortController(), new AbortController(), new AbortController()]
  const [first, second] = [watch(hold.wait(one.signal)), watch(hold.wait(other.signal))]
  one.abort('stopped')
  late.abort('stopped before')
  await expect(hold.wait(late.signal)).rejects.toBe('stopped before')
  await clock.advance(0)
  expect([first.end, second.end]).toEqual(['stopped', 'waits'])
  hold.end(true)
  await clock.advance(0)
  expect(second.end).toBe('over')
})
