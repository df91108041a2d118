import { expect, it } from 'vitest'
import { diffRows, type FileHunk, patchOf } from './diff-pieces'

const SMALL: FileHunk = {
  id: 'h1',
  header: '@@ -412,4 +38,4 @@ class ExprParser',
  lines: [' a', '-b', '+c', ' d', ' e'],
}

it('gives each hunk a bar with its place in the file and what it changes', () => {
  const [bar, piece] = diffRows('src/a.ts', [SMALL])
  expect(bar).toMatchObject({ kind: 'hunk', id: 'h1', title: 'lines 38–41 · class ExprParser', added: 1, removed: 1 })
  expect(piece).toMatchObject({ kind: 'piece', lines: 5 })
  expect(piece?.kind === 'piece' && piece.text).toContain('@@ -412,4 +38,4 @@\n a\n-b\n+c\n d\n e\n')
})

it('divides a long hunk into pieces whose numbers go on', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => (n % 10 === 0 ? `+${n}` : ` ${n}`))
  const rows = diffRows('a', [{ id: 'h', header: '@@ -1,900 +1,1000 @@', lines }])
  const pieces = rows.flatMap((row) => (row.kind === 'piece' ? [row] : []))
  expect(pieces.length).toBeGreaterThan(5)
  expect(pieces.reduce((sum, piece) => sum + piece.lines, 0)).toBe(1000)
  let before = 1
  let after = 1
  for (const { text } of pieces) {
    const [, from, old, to, now] = /@@ -(\d+),(\d+) \+(\d+),(\d+) @@/.exec(text) ?? []
    expect([Number(from), Number(to)]).toEqual([before, after])
    before += Number(old)
    after += Number(now)
  }
  expect([before, after]).toEqual([901, 1001])
})

it('keeps the mark of a missing newline with its line', () => {
  const lines = [...Array.from({ length: 150 }, (_, n) => `+${n}`), '\\ No newline at end of file', '+x']
  const pieces = diffRows('a', [{ id: 'h', header: '@@ -0,0 +1,151 @@', lines }]).slice(1)
  for (const piece of pieces) expect(piece.kind === 'piece' && /@@\n\\/.test(piece.text)).toBe(false)
})

it('writes a patch of some hunks under the head of the file', () => {
  const other: FileHunk = { id: 'h2', header: '@@ -500,1 +500,1 @@', lines: ['-x', '+y'] }
  const head = 'diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n'
  const diff = `${head}${SMALL.header}\n${SMALL.lines.join('\n')}\n${other.header}\n-x\n+y\n`
  expect(patchOf(diff, [SMALL, other], ['h1', 'h2'])).toBe(diff)
  expect(patchOf(diff, [SMALL, other], ['h2'])).toBe(`${head}@@ -500,1 +500,1 @@\n-x\n+y\n`)
})
