import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hunkId, splitHunks } from './hunk-id'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const PATCH = `diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,3 @@
 one
+@@ -9,9 +9,9 @@ no header, a line
 two
@@ -10 +11,0 @@ function
-gone
\\ No newline at end of file
`

test('the hunks of a patch are cut by their counts, whatever their lines look like', () => {
  const hunks = splitHunks(PATCH)
  expect(hunks.map(({ lines, before, after }) => ({ lines: lines.length, before, after }))).toEqual([
    { lines: 3, before: { start: 1, lines: 2 }, after: { start: 1, lines: 3 } },
    { lines: 2, before: { start: 10, lines: 1 }, after: { start: 11, lines: 0 } },
  ])
  expect(hunks[1]?.lines).toEqual(['-gone', '\\ No newline at end of file'])
  expect(splitHunks('')).toEqual([])
})

test('an id follows path, place in the old file and lines, not what moved it or what git calls its function', () => {
  const [, second] = splitHunks(PATCH)
  const [alone] = splitHunks('@@ -10 +10,0 @@ other\n-gone\n\\ No newline at end of file\n')
  const [elsewhere] = splitHunks('@@ -12 +11,0 @@\n-gone\n\\ No newline at end of file\n')
  if (!second || !alone || !elsewhere) throw new Error('no hunks')
  const id = hunkId('a.txt', second, hash)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(hunkId('a.txt', alone, hash)).toBe(id)
  expect(hunkId('b.txt', second, hash)).not.toBe(id)
  expect(hunkId('a.txt', elsewhere, hash)).not.toBe(id)
})
