import { expect, it } from 'vitest'
import { firstPlace, placeFacts, placeOptions } from './place-options'

const facts = { base: '4be91f2c0ffee', uncommitted: 3, barred: null }

it('names the base and the uncommitted files of a new worktree', () => {
  expect(placeOptions(facts)[0]).toMatchObject({ hint: 'from 4be91f2 + 3 uncommitted files', barred: null })
  expect(placeOptions({ ...facts, uncommitted: 1 })[0]?.hint).toContain('1 uncommitted file')
  expect(placeOptions({ ...facts, uncommitted: 0 })[0]?.hint).toBe('from 4be91f2')
  expect(placeOptions({ ...facts, base: null, uncommitted: null })[0]?.hint).toContain('from HEAD')
})

it('bars the worktree without git and without a commit, and says why', () => {
  expect(placeOptions({ ...facts, barred: 'worktree.not_git' })[0]?.barred).toContain('not a git repository')
  expect(placeOptions({ ...facts, barred: 'worktree.no_commit' })[0]?.barred).toContain('no commit')
})

it('chooses the setting first where it is possible', () => {
  expect(firstPlace(placeOptions(facts), null)).toBe('worktree')
  expect(firstPlace(placeOptions(facts), 'none')).toBe('none')
  expect(firstPlace(placeOptions({ ...facts, barred: 'worktree.not_git' }), 'worktree')).toBe('none')
})

it('knows of the project only that it is no repository until the forecast is there', () => {
  expect(placeFacts(null, false, null).barred).toBe('worktree.not_git')
  expect(placeFacts(null, null, null)).toEqual({ base: null, uncommitted: null, barred: null })
})
