import { describe, expect, it } from 'vitest'
import type { SessionListEntry } from '../../../shared/domain/session'
import { groupSessions } from './group-sessions'
import { sessionWords, sizeWords } from './session-words'

function session(n: number, over: Partial<SessionListEntry> = {}): SessionListEntry {
  const digits = String(n).padStart(26, '0')
  return {
    id: `ses_${digits}`,
    projectId: `prj_${digits}`,
    title: `Session ${n}`,
    state: 'idle',
    counts: {},
    openApprovals: 0,
    money: { nanoUsd: 0, withoutSharingNanoUsd: 0 },
    mainThreadId: `thr_${digits}`,
    permissionMode: 'default',
    coordinator: false,
    forkMode: null,
    cacheTtl: '5m',
    createdAt: n,
    updatedAt: n,
    lanes: [],
    worktrees: { present: 0, changed: 0 },
    ...over,
  }
}

const numbers = (list: SessionListEntry[]) => list.map((one) => one.createdAt)

describe('groupSessions', () => {
  it('puts each session into one group, newest first', () => {
    const groups = groupSessions([
      session(1),
      session(2, { state: 'streaming' }),
      session(3, { state: 'failed' }),
      session(4),
      session(5, { state: 'queued' }),
    ])
    expect(numbers(groups.needsYou)).toEqual([3])
    expect(numbers(groups.running)).toEqual([5, 2])
    expect(numbers(groups.recent)).toEqual([4, 1])
  })

  it('puts open approvals before everything else that needs the person, also while other threads run', () => {
    const groups = groupSessions([
      session(9, { state: 'interrupted' }),
      session(1, { state: 'streaming', openApprovals: 2 }),
    ])
    expect(numbers(groups.needsYou)).toEqual([1, 9])
    expect(groups.running).toEqual([])
  })
})

describe('the words of a session', () => {
  it('name approvals first', () => {
    expect(sessionWords(session(1, { openApprovals: 1, counts: { streaming: 2 } }))).toEqual({
      state: 'waiting-approval',
      headline: '1 approval',
      detail: '2 running',
    })
  })

  it('name the most urgent number and the others behind it', () => {
    expect(sessionWords(session(1, { counts: { done: 1, failed: 2, streaming: 1 } }))).toEqual({
      state: 'failed',
      headline: '2 failed',
      detail: '1 running · 1 done',
    })
  })

  it('say at rest when nothing runs', () => {
    expect(sessionWords(session(1, { counts: { idle: 1, done: 2 } }))).toEqual({
      state: 'idle',
      headline: 'at rest',
      detail: '2 done',
    })
  })

  it('count turns of the trunk and all other lanes', () => {
    const lanes = [
      { threadId: 'thr_0', parentId: null, kind: 'main', state: 'idle', fromTurn: 0, turns: 1 } as const,
      { threadId: 'thr_1', parentId: 'thr_0', kind: 'fork', state: 'done', fromTurn: 1, turns: 2 } as const,
    ]
    expect(sizeWords({ lanes, worktrees: { present: 0, changed: 0 } })).toBe('1 turn, 1 fork')
    expect(sizeWords({ lanes: [], worktrees: { present: 0, changed: 0 } })).toBe('0 turns')
  })

  it('say what a session keeps on disk', () => {
    expect(sizeWords({ lanes: [], worktrees: { present: 1, changed: 0 } })).toBe('0 turns · 1 worktree')
    expect(sizeWords({ lanes: [], worktrees: { present: 4, changed: 2 } })).toBe(
      '0 turns · 4 worktrees, 2 with changes',
    )
  })
})
