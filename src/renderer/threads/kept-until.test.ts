import { expect, it } from 'vitest'
import { keptSentence, keptUntil } from './kept-until'

it('counts the days of the setting from the moment of discarding', () => {
  const rescuedAt = new Date(2026, 10, 30, 12).getTime()
  expect(keptUntil({ rescuedAt }, 30)).toBe(new Date(2026, 11, 30, 12).getTime())
  expect(keptSentence({ rescuedAt }, 30)).toBe('Kept until 30 Dec.')
})

it('names no day that it does not know', () => {
  expect(keptSentence({ rescuedAt: null }, 30)).toBe('Its folder is kept.')
  expect(keptUntil({}, undefined)).toBeNull()
})
