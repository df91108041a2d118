import { expect, it } from 'vitest'
import type { Worktree } from '../../shared/domain/worktree'
import { homecomingBar } from './homecoming-bar'

const worktree: Worktree = {
  path: '/w/a',
  branch: 'tine/a',
  base: 'b',
  baseTree: null,
  head: 'h',
  state: 'ready',
  filesChanged: 1,
}
const fork = { parentId: 'thr_main', title: 'Tests', worktree }

it('bars nothing of a fork whose worktree is there', () => {
  expect(homecomingBar(fork, 'merge')).toBeNull()
  expect(homecomingBar(fork, 'bring-back')).toBeNull()
})

it('says why there is nothing to merge, while a report can still go home', () => {
  const discarded = { ...fork, worktree: { ...worktree, state: 'discarded' as const } }
  expect(homecomingBar(discarded, 'merge')).toBe('Tests is discarded: restore it first')
  expect(homecomingBar(discarded, 'bring-back')).toBeNull()
  expect(homecomingBar({ ...fork, worktree: null }, 'merge')).toMatch('no worktree of its own')
  expect(homecomingBar({ ...fork, parentId: null }, 'bring-back')).toBe('The main thread is at home')
})
