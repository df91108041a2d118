import { expect, it } from 'vitest'
import { askerWords, decisionWords, sourceWords, whyNotWider } from './approval-words'

it('says what was decided, how widely and by whom', () => {
  const decided = { state: 'allowed', scope: 'session', decidedBy: 'person' } as const
  expect(decisionWords(decided)).toBe('allowed for this session by you')
  expect(decisionWords({ state: 'denied', scope: 'once', decidedBy: 'no-person' })).toContain('nobody could be asked')
  expect(decisionWords({ state: 'closed', scope: null, decidedBy: 'shutdown' })).toBe('closed by the shutdown')
})

it('says why an answer cannot reach so far: no rule is offered, or the input was changed', () => {
  const offers = { thread: 'Bash(ls)', session: 'Bash(ls)', project: '' }
  expect(whyNotWider({ offers }, 'session', false)).toBeNull()
  expect(whyNotWider({ offers }, 'session', true)).toContain('changed')
  expect(whyNotWider({ offers }, 'project', false)).toContain('reaches so far')
  expect(whyNotWider({ offers: { thread: '', session: '', project: '' } }, 'thread', false)).toContain('No rule')
})

it('names who asks, also whom nobody knows', () => {
  const threadId = 'thr_1'
  expect(askerWords({ threadId }, { kind: 'fork', title: 'PEG' }, 'Parser')).toBe('fork “PEG” · Parser')
  expect(askerWords({ threadId }, { kind: 'main', title: 'Parser' }, undefined)).toBe('Main')
  expect(askerWords({ threadId }, undefined, 'Parser')).toContain('thr_1')
})

it('calls a mode by the name it is chosen by, and any other source as it is', () => {
  expect(sourceWords('mode acceptEdits')).toBe('mode “Accept edits”')
  expect(sourceWords('project settings, line 12')).toBe('project settings, line 12')
})
