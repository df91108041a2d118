import { expect, it } from 'vitest'
import { lines, PIECE_CHARS, pieces } from './text-pieces'

const joined = (text: string) =>
  pieces(text, { start: 0, end: text.length })
    .map(({ start, end }) => text.slice(start, end))
    .join('')

it('cuts behind escaped line breaks and keeps every character', () => {
  const text = JSON.stringify(`${'A line of code that goes on a little.\n'.repeat(200)}end`)
  const found = pieces(text, { start: 0, end: text.length })
  expect(found.length).toBeGreaterThan(4)
  expect(found.slice(0, -1).every(({ start, end }) => text.slice(start, end).endsWith('\\n'))).toBe(true)
  expect(joined(text)).toBe(text)
})

it('cuts a text without line breaks at its length, never inside an escape or a pair', () => {
  for (const sign of ['\\u00e9', '\\\\', '😀', '\\"']) {
    for (const shift of [0, 1, 2, 3, 4, 5]) {
      const text = 'x'.repeat(shift) + sign.repeat(2000)
      const found = pieces(text, { start: 0, end: text.length })
      expect(joined(text)).toBe(text)
      for (const { start, end } of found) {
        const inner = text.slice(start, end)
        expect(end - start).toBeLessThanOrEqual(PIECE_CHARS + 6)
        expect(inner.replaceAll(sign, '').replaceAll('x', '')).toBe('')
      }
    }
  }
})

it('keeps a backslash and an n that are no line break together', () => {
  expect(lines('a\\\\nb\\nc')).toEqual(['a\\\\nb\\n', 'c'])
  expect(lines('')).toEqual([])
  expect(lines('a\\n').join('')).toBe('a\\n')
})
