import { expect, test } from 'vitest'
import { slotWords } from './slot-words'

const running = { kind: 'fork', state: 'streaming' } as const

test('says how many places are in use, and who would wait', () => {
  expect(slotWords([running, running], 3, 5)).toBe('2 of 5 places in use')
  expect(slotWords([running, running], 3, 4)).toBe('2 start now, 1 in line · 2 of 4 places in use')
  expect(slotWords([running], 2, 1)).toBe('Waits in line: 1 of 1 place in use')
})

test('counts neither what has ended, nor what waits in line, nor the main thread and branches', () => {
  const others = [
    { kind: 'main', state: 'streaming' },
    { kind: 'branch', state: 'streaming' },
    { kind: 'fork', state: 'done' },
    { kind: 'fork', state: 'queued' },
  ] as const
  expect(slotWords(others, 2, 8)).toBe('0 of 8 places in use')
})

test('is silent where there is nothing to say', () => {
  expect(slotWords([], 1, 8)).toBeNull()
  expect(slotWords([running], 0, 8)).toBeNull()
  expect(slotWords([running], 2, null)).toBeNull()
})
