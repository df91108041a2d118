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
