import { expect, test } from 'vitest'
import { rankPaths } from './rank-paths'

const PATHS = [
  'README.md',
  'package.json',
  'src/parser/parse-expression.ts',
  'src/parser/parse-expression.test.ts',
  'src/parser.ts',
  'src/renderer/app/key-map.ts',
  'src/renderer/state/store.ts',
  'src/main/store/store.ts',
  'docs/keys and maps.md',
  'src/UserProfile.tsx',
]

const first = (query: string) => rankPaths(PATHS, query, 10).paths[0]

test('the name of a file counts more than its folders', () => {
  expect(first('parser')).toBe('src/parser.ts')
  expect(first('store.ts')).toBe('src/main/store/store.ts')
})

test('letters are found in order, beginnings of words first', () => {
  expect(first('pet')).toBe('src/parser/parse-expression.ts')
  expect(first('up')).toBe('src/UserProfile.tsx')
  expect(first('app/keym')).toBe('src/renderer/app/key-map.ts')
})

test('a folder narrows the search, with a slash or as a word of its own', () => {
  expect(first('main/store')).toBe('src/main/store/store.ts')
  expect(first('state store')).toBe('src/renderer/state/store.ts')
})

test('what does not hold all letters is left out, whatever the case', () => {
  expect(rankPaths(PATHS, 'zzz', 10)).toEqual({ paths: [], total: 0 })
  expect(first('readme')).toBe('README.md')
  expect(first('READ')).toBe('README.md')
})

test('without a query the files nearest to the top come first, and all are counted', () => {
  expect(rankPaths(PATHS, '', 2)).toEqual({ paths: ['README.md', 'package.json'], total: PATHS.length })
})

test('a hundred thousand files are ranked in a fraction of a second', () => {
  const many = Array.from({ length: 100_000 }, (_, n) => `packages/p${n % 300}/src/module-${n}/file-${n}.ts`)
  const begun = performance.now()
  expect(rankPaths(many, 'file99999', 5).paths[0]).toContain('file-99999.ts')
  expect(performance.now() - begun).toBeLessThan(1500)
})
