import { expect, it } from 'vitest'
import type { Thread } from '../../shared/domain/thread'
import { NO_USAGE } from '../../shared/domain/units'
import { inheritedWords } from './inherited-words'

const main: Thread = {
  id: 'thr_0',
  sessionId: 'ses_0',
  parentId: null,
  kind: 'main',
  title: 'Main',
  directive: null,
  branchPoint: null,
  state: 'idle',
  stateReason: null,
  resumable: false,
  steps: 0,
  model: 'claude-opus-5-5',
  permissionMode: 'default',
  isolation: 'none',
  usage: NO_USAGE,
  money: { nanoUsd: null, withoutSharingNanoUsd: null },
  worktree: null,
  startedBy: 'person',
  activity: null,
  warmUntil: null,
  keepWarm: null,
  createdAt: 0,
  endedAt: null,
  silentSince: null,
  broughtBackAt: null,
  report: null,
  archivedAt: null,
}
const fork: Thread = {
  ...main,
  id: 'thr_1',
  parentId: 'thr_0',
  kind: 'fork',
  title: 'PEG',
  branchPoint: { turnId: 'trn_42', message: 90, link: 'x' },
}
const turn = (n: number) => ({
  id: `trn_${n}`,
  threadId: 'thr_0',
  n,
  state: 'done' as const,
  forkable: true,
  startedAt: 0,
  endedAt: 1,
})

it('names the turns a fork inherits, and of whom', () => {
  expect(inheritedWords(fork, main, [turn(41), turn(42)])).toEqual({
    text: 'Inherits turns 1–42 of Main',
    turn: turn(42),
  })
  const first = { ...fork, branchPoint: { turnId: 'trn_1', message: 2, link: 'x' } }
  expect(inheritedWords(first, { ...main, kind: 'fork', title: 'PEG' }, [turn(1)])?.text).toBe(
    'Inherits turn 1 of “PEG”',
  )
})

it('counts messages where the turn is not known and says when nothing is inherited', () => {
  expect(inheritedWords(fork, main, [])?.text).toBe('Inherits 90 messages of Main')
  expect(inheritedWords({ ...fork, kind: 'agent' }, main, [])?.text).toContain('inherits nothing')
  expect(inheritedWords(main, undefined, [])).toBeNull()
})
