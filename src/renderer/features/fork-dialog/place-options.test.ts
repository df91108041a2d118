import { expect, it } from 'vitest'
import { firstPlace, type PlaceFacts, placeFacts, placeOptions } from './place-options'

const facts = { base: '4be91f2c0ffee', branch: null, baseAt: null, upstream: null, uncommitted: 3, barred: null }
const NOW = 1_800_000_000_000
const hintOf = (change: Partial<PlaceFacts>) => placeOptions({ ...facts, ...change }, NOW)[0]?.hint

it('names the base and the uncommitted files of a new worktree', () => {
  expect(placeOptions(facts, NOW)[0]).toMatchObject({ hint: 'from 4be91f2 + 3 uncommitted files', barred: null })
  expect(hintOf({ uncommitted: 1 })).toContain('1 uncommitted file')
  expect(hintOf({ uncommitted: 0 })).toBe('from 4be91f2')
  expect(hintOf({ base: null, uncommitted: null })).toContain('from HEAD')
})

it('says how old the base is and how far from its upstream, as far as that is known', () => {
  const stale = { branch: 'main', baseAt: NOW - 3 * 86_400_000, upstream: { ahead: 0, behind: 2 }, uncommitted: 0 }
  expect(hintOf(stale)).toBe('from main at 4be91f2 · committed 3 d ago · 2 behind its upstream, as last fetched')
  expect(hintOf({ upstream: { ahead: 1, behind: 2 } })).toContain('2 behind and 1 ahead of its upstream')
  expect(hintOf({ upstream: { ahead: 0, behind: 0 } })).not.toContain('upstream')
})

it('bars the worktree without git and without a commit, and says why', () => {
  expect(placeOptions({ ...facts, barred: 'worktree.not_git' }, NOW)[0]?.barred).toContain('not a git repository')
  expect(placeOptions({ ...facts, barred: 'worktree.no_commit' }, NOW)[0]?.barred).toContain('no commit')
})

it('chooses the setting first where it is possible', () => {
  expect(firstPlace(placeOptions(facts, NOW), null)).toBe('worktree')
  expect(firstPlace(placeOptions(facts, NOW), 'none')).toBe('none')
  expect(firstPlace(placeOptions({ ...facts, barred: 'worktree.not_git' }, NOW), 'worktree')).toBe('none')
})

it('knows of the project only that it is no repository until the forecast is there', () => {
  expect(placeFacts(null, false, null).barred).toBe('worktree.not_git')
  expect(placeFacts(null, null, null)).toEqual({
    base: null,
    branch: null,
    baseAt: null,
    upstream: null,
    uncommitted: null,
    barred: null,
  })
})
