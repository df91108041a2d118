import { expect, it } from 'vitest'
import type { ChangedFile } from '../../../../shared/domain/worktree'
import { ALL_PICKED, pickFiles } from '../../../state/picks'
import { fileTree, treeRows } from './file-tree'

const file = (path: string, added: number | null = 1, removed: number | null = 0): ChangedFile => ({
  path,
  status: 'modified',
  added,
  removed,
})

const FILES = [
  file('src/parser/expr.ts', 221, 3),
  file('src/parser/ast.ts', 59),
  file('src/lexer.ts', 302),
  file('a.md'),
]

const names = (files: readonly ChangedFile[], folded: readonly string[] = []) =>
  treeRows(fileTree(files), new Set(folded), ALL_PICKED).map(({ name, level }) => `${' '.repeat(level - 1)}${name}`)

it('lists folders before files, each level in order', () => {
  expect(names(FILES)).toEqual(['src', ' parser', '  ast.ts', '  expr.ts', ' lexer.ts', 'a.md'])
})

it('makes one row of folders that hold nothing but one folder', () => {
  expect(names([file('packages/core/src/a.ts'), file('packages/core/src/b.ts')])).toEqual([
    'packages/core/src',
    ' a.ts',
    ' b.ts',
  ])
})

it('makes one row of a folder and its only file', () => {
  expect(names([file('docs/deep/sums.md'), file('src/a.ts'), file('src/b.ts')])).toEqual([
    'src',
    ' a.ts',
    ' b.ts',
    'docs/deep/sums.md',
  ])
})

it('leaves out what is folded, and still counts it', () => {
  expect(names(FILES, ['src/parser/'])).toEqual(['src', ' parser', ' lexer.ts', 'a.md'])
  const [src] = treeRows(fileTree(FILES), new Set(['src/']), ALL_PICKED)
  expect(src).toMatchObject({ kind: 'folder', expanded: false, added: 582, removed: 3, siblings: 2, position: 1 })
})

it('says of a folder whether all, some or none of it is taken', () => {
  const rows = (paths: string[]) => treeRows(fileTree(FILES), new Set(), pickFiles(ALL_PICKED, paths, false))
  const pickOf = (paths: string[], key: string) => rows(paths).find((row) => row.key === key)?.pick
  expect(pickOf([], 'src/')).toBe('all')
  expect(pickOf(['src/lexer.ts'], 'src/')).toBe('some')
  expect(pickOf(['src/lexer.ts'], 'src/parser/')).toBe('all')
  expect(pickOf(['src/parser/ast.ts', 'src/parser/expr.ts'], 'src/parser/')).toBe('none')
})

it('counts nothing for binary files, and keeps names that look like paths apart', () => {
  const rows = treeRows(fileTree([file('logo.png', null, null), file('a b/“c”.ts')]), new Set(), ALL_PICKED)
  expect(rows.map(({ key, added }) => [key, added])).toEqual([
    ['a b/“c”.ts', 1],
    ['logo.png', 0],
  ])
})

it('reads two thousand files without a noticeable wait', () => {
  const many = Array.from({ length: 2000 }, (_, n) => file(`src/part-${n % 40}/deep/file-${n}.ts`))
  const before = performance.now()
  expect(treeRows(fileTree(many), new Set(), ALL_PICKED).length).toBe(2000 + 40 + 1)
  expect(performance.now() - before).toBeLessThan(500)
})
