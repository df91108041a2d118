import { expect, it } from 'vitest'
import { lossGroups, lossSentence } from './loss-words'

const NOTHING = { uncommitted: [], untracked: [], ignored: [], commits: 0, unmerged: 0, inUse: [] }

it('names what exists only there, group by group', () => {
  const loss = { ...NOTHING, uncommitted: ['a.ts', 'b.ts'], ignored: ['.env'], commits: 1 }
  expect(lossGroups(loss)).toEqual([
    { words: '2 uncommitted files', names: ['a.ts', 'b.ts'] },
    { words: '1 ignored file your checkout does not have', names: ['.env'] },
    { words: '1 commit no other branch has', names: [] },
  ])
  expect(lossSentence(loss)).toBe(
    'Only here: 2 uncommitted files, 1 ignored file your checkout does not have and 1 commit no other branch has.',
  )
})

it('says when nothing would be lost', () => {
  expect(lossSentence(NOTHING)).toBe('Nothing here exists only here.')
  expect(lossSentence({ ...NOTHING, unmerged: 2 })).toBe('Everything is committed; 2 commits not merged yet.')
})
