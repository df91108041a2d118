import { expect, it } from 'vitest'
import { FailureError } from '../../../shared/contract/failure'
import type { Worktree } from '../../../shared/domain/worktree'
import { cleanWords, conflictsOf, doneWords, type MergeResult, mayMerge, modeBar, proposedMessage } from './merge-words'

const worktree: Worktree = {
  path: '/w/a',
  branch: 'tine/peg-7f3a',
  base: 'b',
  baseTree: null,
  head: 'h',
  state: 'ready',
  filesChanged: 2,
}

const result: MergeResult = {
  worktree,
  mode: 'merge',
  into: { folder: '/home/you/abacus', branch: 'main' },
  commit: null,
  files: ['a', 'b', 'c', 'd'],
  refs: [],
  checked: true,
  alreadyMerged: false,
}

it('says what a check found, and whether the merge may begin', () => {
  expect(cleanWords(result)).toBe('Applies cleanly: 4 files into main')
  expect(cleanWords({ ...result, mode: 'patch', into: { folder: '/home/you/abacus', branch: null } })).toBe(
    'Applies cleanly: 4 files into abacus, uncommitted',
  )
  expect(mayMerge({ kind: 'clean', result })).toBe(true)
  const merged = { ...result, alreadyMerged: true, files: [] }
  expect(cleanWords(merged)).toBe('Nothing to do: main has all of it already')
  expect(mayMerge({ kind: 'clean', result: merged })).toBe(false)
  expect(mayMerge({ kind: 'checking' })).toBe(false)
})

it('says what was done, with the commit', () => {
  expect(doneWords({ ...result, commit: '0123456789abcdef' })).toBe('4 files merged into main as 0123456.')
  expect(doneWords({ ...result, mode: 'patch', files: ['a'] })).toBe('1 file is in main now, uncommitted.')
})

it('reads conflicts with their reasons out of a failure, and leaves other failures alone', () => {
  const files = [{ path: 'src/sum.js', reason: 'both changed line 1' }, 'src/b.js']
  expect(conflictsOf(new FailureError('worktree.conflict', 'Two files conflict.', { files }))).toEqual({
    text: 'Two files conflict.',
    files: [
      { path: 'src/sum.js', reason: 'both changed line 1' },
      { path: 'src/b.js', reason: 'both changed it' },
    ],
  })
  expect(conflictsOf(new FailureError('worktree.busy', 'Busy.'))).toBeNull()
  expect(conflictsOf(new Error('x'))).toBeNull()
})

it('bars what cannot be: a true merge of a part, a patch into a branch', () => {
  expect(modeBar('merge', { partly: true, intoBranch: false })).not.toBeNull()
  expect(modeBar('patch', { partly: false, intoBranch: true })).not.toBeNull()
  expect(modeBar('squash', { partly: true, intoBranch: true })).toBeNull()
})

it('proposes a message for what becomes a commit', () => {
  expect(proposedMessage({ title: 'PEG parser', worktree }, 'merge')).toBe('Merge tine/peg-7f3a: PEG parser')
  expect(proposedMessage({ title: 'PEG parser', worktree }, 'squash')).toBe('PEG parser')
})
