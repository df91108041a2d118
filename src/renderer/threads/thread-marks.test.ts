import { expect, test } from 'vitest'
import { openView, viewThread } from '../../testing/domain-views'
import { hueOf, letterOf, shownHue, threadMarks } from './thread-marks'

const at = (turnId: string) => ({ turnId, message: 1, link: '' })

test('threads are lettered in the order in which they were made, and no letter stands for two of them', () => {
  const view = openView([
    viewThread({ id: 'a', createdAt: 1, branchPoint: at('trn_1') }),
    viewThread({ id: 'b', createdAt: 2, branchPoint: at('trn_1') }),
    viewThread({ id: 'c', createdAt: 3, branchPoint: at('trn_2') }),
  ])
  const marks = threadMarks(view)
  expect([marks.a?.letter, marks.b?.letter, marks.c?.letter]).toEqual(['A', 'B', 'C'])
  expect([marks.a?.hue, marks.b?.hue, marks.c?.hue]).toEqual([1, 2, 3])
  expect(marks.thr_main).toEqual({ letter: '', hue: 0 })
})

test('marks stay the same object until a thread is added', () => {
  const view = openView([viewThread({ id: 'a' })])
  expect(threadMarks({ ...view, seq: 99 })).toBe(threadMarks(view))
})

test('what is discarded loses its hue, not its place', () => {
  expect(shownHue({ state: 'discarded' }, { letter: 'A', hue: 3 })).toBe('off')
  expect(shownHue({ state: 'done' }, { letter: 'A', hue: 3 })).toBe(3)
})

test('letters go on after Z', () => {
  expect([0, 25, 26, 27, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA'])
})

test('eleven threads in a row have hues of their own, and none has the trunk’s', () => {
  const hues = Array.from({ length: 11 }, (_, nth) => hueOf(nth))
  expect(new Set(hues).size).toBe(11)
  expect(hues).not.toContain(0)
  expect(hueOf(11)).toBe(hueOf(0))
})
