import { expect, it } from 'vitest'
import { keptWords, nextSorting, offersFor, sizeWords, sorted } from './stored-worktrees'
import type { StoredWorktree } from './use-storage'

const base: StoredWorktree = {
  path: '/w/a',
  branch: 'tine/a',
  base: 'b',
  baseTree: null,
  head: 'h',
  state: 'ready',
  filesChanged: 0,
  threadId: 'thr_a',
  sessionId: 'ses_a',
  title: 'a',
  threadState: 'done',
  projectId: 'prj_a',
  projectName: 'abacus',
  repository: '/r/.git',
  createdAt: 1,
  usedAt: 10,
  bytes: 100,
  rescueUntil: null,
  archiveBytes: null,
}
const old = { ...base, title: 'old', usedAt: 1, bytes: 50 }
const big = { ...base, title: 'big', usedAt: 20, bytes: 900 }

const titles = (by: 'size' | 'age', reversed = false) =>
  sorted([base, old, big], { by, reversed }).map(({ title }) => title)

it('puts the largest first, or the longest unused, and turns round when it is asked again', () => {
  expect(titles('size')).toEqual(['big', 'a', 'old'])
  expect(titles('age')).toEqual(['old', 'a', 'big'])
  expect(titles('size', true)).toEqual(['old', 'a', 'big'])
  expect(nextSorting({ by: 'size', reversed: false }, 'size')).toEqual({ by: 'size', reversed: true })
  expect(nextSorting({ by: 'size', reversed: true }, 'age')).toEqual({ by: 'age', reversed: false })
})

it('says what a worktree takes, and nothing it has not measured', () => {
  expect(sizeWords({ bytes: 4100, archiveBytes: null })).toBe('4.1 kB')
  expect(sizeWords({ bytes: 4100, archiveBytes: 900 })).toBe('4.1 kB + 900 B archive')
  expect(sizeWords({ bytes: null, archiveBytes: null })).toBe('–')
})

it('offers to free only what was discarded and still has a folder, and nothing while something is done', () => {
  expect(offersFor(base)).toEqual({ discard: true, restore: false, free: false })
  const discarded = { ...base, state: 'discarded' as const, restorable: true }
  expect(offersFor(discarded)).toEqual({ discard: false, restore: true, free: true })
  expect(offersFor({ ...discarded, bytes: null, archiveBytes: 10 })).toEqual({
    discard: false,
    restore: true,
    free: false,
  })
  expect(offersFor({ ...base, state: 'creating' })).toEqual({ discard: false, restore: false, free: false })
})

it('says until when a discarded one is kept, and that a person keeps one', () => {
  expect(keptWords({ ...base, keptAt: 5 })).toBe('kept')
  expect(keptWords({ ...base, state: 'discarded', rescueUntil: new Date(2026, 11, 30).getTime() })).toBe(
    'kept until 30 Dec',
  )
  expect(keptWords({ ...base, state: 'discarded', archiveBytes: 10 })).toBe('in its archive')
})
