import { expect, it } from 'vitest'
import { changeCounts, changeDiffs } from './change-diffs'

const change = { path: 'a.ts', whole: false, edits: [{ before: 'a\nb\nc', after: 'a\nB\nc\nd', everywhere: false }] }

it('writes one diff in git’s form for each replacement', () => {
  const [diff] = changeDiffs(change)
  expect(diff).toMatch(/^diff --git a\/file b\/file\n/)
  expect(diff).toContain('\n-b\n')
  expect(diff).toContain('\n+B\n')
  expect(changeDiffs({ ...change, edits: [...change.edits, ...change.edits] })).toHaveLength(2)
})

it('counts the lines that come and go', () => {
  expect(changeCounts({ ...change, edits: [{ before: 'a\nb\n', after: 'a\nB\nd\n', everywhere: false }] })).toEqual({
    added: 2,
    removed: 1,
  })
  expect(changeCounts({ ...change, edits: [{ before: '', after: 'x\ny', everywhere: false }] })).toEqual({
    added: 2,
    removed: 0,
  })
})

it('names what hides in a change, and carriage returns only where they are no rule', () => {
  const diffs = (before: string, after: string) =>
    changeDiffs({ ...change, edits: [{ before, after, everywhere: false }] }).join('')
  expect(diffs('a\n', 'a\u200b\n')).toContain('+a⟨U+200B⟩')
  expect(diffs('a\r\nb\r\n', 'a\r\nc\r\n')).not.toContain('U+000D')
  expect(diffs('a\nb\n', 'a\r\nb\n')).toContain('+a⟨U+000D⟩')
})
