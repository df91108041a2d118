import { expect, it } from 'vitest'
import {
  ALL_PICKED,
  chosenInput,
  chosenOf,
  forgetStaleHunks,
  isNothing,
  pickFiles,
  pickHunk,
  pickOf,
  picksOf,
} from './picks'

const PATHS = ['src/a.ts', 'src/b.ts', 'docs/c.md']

it('takes everything until somebody takes something out', () => {
  expect(chosenInput(chosenOf(PATHS, ALL_PICKED))).toEqual({})
  expect(picksOf(ALL_PICKED, PATHS)).toBe('all')
})

it('leaves files out, and a folder with some of them says so', () => {
  const picks = pickFiles(ALL_PICKED, ['src/a.ts'], false)
  expect(picksOf(picks, ['src/a.ts', 'src/b.ts'])).toBe('some')
  expect(picksOf(picks, ['src/a.ts'])).toBe('none')
  expect(chosenInput(chosenOf(PATHS, picks))).toEqual({ paths: ['src/b.ts', 'docs/c.md'] })
  expect(pickFiles(picks, ['src/a.ts'], true)).toEqual({})
})

it('takes some hunks of a file, and all or none of them as the file', () => {
  const ids = ['h1', 'h2', 'h3']
  const two = pickHunk(ALL_PICKED, 'src/a.ts', ids, 'h2', false)
  expect(pickOf(two, 'src/a.ts')).toBe('some')
  expect(chosenInput(chosenOf(PATHS, two))).toEqual({
    paths: ['src/b.ts', 'docs/c.md'],
    hunks: [{ path: 'src/a.ts', ids: ['h1', 'h3'] }],
  })
  expect(pickHunk(two, 'src/a.ts', ids, 'h2', true)).toEqual({})
  const none = ['h1', 'h3'].reduce((picks, id) => pickHunk(picks, 'src/a.ts', ids, id, false), two)
  expect(pickOf(none, 'src/a.ts')).toBe('none')
  expect(pickOf(pickHunk(none, 'src/a.ts', ids, 'h3', true), 'src/a.ts')).toBe('some')
})

it('forgets hunks that are not in the file any more', () => {
  const picks = pickHunk(ALL_PICKED, 'src/a.ts', ['h1', 'h2'], 'h1', false)
  expect(forgetStaleHunks(picks, 'src/a.ts', ['h2', 'h9'])).toBe(picks)
  expect(forgetStaleHunks(picks, 'src/a.ts', ['h8', 'h9'])).toEqual({})
})

it('knows when nothing is taken, and passes over files that changed no more', () => {
  const picks = pickFiles(ALL_PICKED, [...PATHS, 'gone.ts'], false)
  expect(isNothing(chosenOf(PATHS, picks))).toBe(true)
  expect(isNothing(chosenOf([], picks))).toBe(false)
})
