import { expect, it } from 'vitest'
import { worktreeState } from '../../shared/domain/worktree'
import { isBetween, worktreeWords } from './worktree-words'

it('has a word for every state of a worktree', () => {
  for (const state of worktreeState.options) expect(worktreeWords(state).word).not.toBe('')
})

it('draws what is under way dashed, what is not there dotted, and the rest solid', () => {
  expect(isBetween('merging')).toBe(true)
  expect(isBetween('restoring')).toBe(true)
  expect(isBetween('dirty')).toBe(false)
  expect(worktreeWords('missing')).toMatchObject({ pattern: 'dotted', tone: 'bad' })
})
