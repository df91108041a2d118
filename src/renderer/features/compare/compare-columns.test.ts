import { expect, test } from 'vitest'
import { columnsByFile, leastOf, sharedFirst } from './compare-columns'

const files = (...paths: string[]) => paths.map((path) => ({ path }))

test('a file knows the columns that changed it, and what several changed comes first', () => {
  const columns = [files('a.ts', 'm.ts', 'z.ts'), files('z.ts', 'b.ts'), files()]
  const byFile = columnsByFile(columns)
  expect(byFile.get('z.ts')).toEqual([0, 1])
  expect(byFile.get('b.ts')).toEqual([1])
  expect(columns.map((each) => sharedFirst(each, byFile).map(({ path }) => path))).toEqual([
    ['z.ts', 'a.ts', 'm.ts'],
    ['z.ts', 'b.ts'],
    [],
  ])
})

test('best is one alone, among at least two that can be told', () => {
  expect(leastOf([3, 1, 2])).toBe(1)
  expect(leastOf([1, 1, 2])).toBe(-1)
  expect(leastOf([null, 5])).toBe(-1)
  expect(leastOf([null, 5, 4])).toBe(2)
  expect(leastOf([])).toBe(-1)
})
