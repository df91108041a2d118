import { expect, it } from 'vitest'
import { decisionWords } from './approval-words'

it('says what was decided, how widely and by whom', () => {
  const decided = { state: 'allowed', scope: 'session', decidedBy: 'person' } as const
  expect(decisionWords(decided)).toBe('allowed for this session by you')
  expect(decisionWords({ state: 'denied', scope: 'once', decidedBy: 'no-person' })).toContain('nobody could be asked')
  expect(decisionWords({ state: 'closed', scope: null, decidedBy: 'shutdown' })).toBe('closed by the shutdown')
})
