import { expect, test } from 'vitest'
import { countWords, kindWords } from './kind-words'

test('what is no fork says what it is', () => {
  expect(kindWords({ kind: 'fork', agentType: null })).toBe('')
  expect(kindWords({ kind: 'main', agentType: null })).toBe('')
  expect(kindWords({ kind: 'branch', agentType: null })).toBe('branch')
  expect(kindWords({ kind: 'agent', agentType: 'explore' })).toBe('explore agent')
  expect(kindWords({ kind: 'agent', agentType: 'general-purpose' })).toBe('fresh agent')
  expect(kindWords({ kind: 'agent', agentType: null })).toBe('fresh agent')
  expect(kindWords({ kind: 'island', agentType: null })).toBe('island')
})

test('siblings are counted by what they are', () => {
  expect(countWords([{ kind: 'fork' }, { kind: 'fork' }])).toBe('2 forks')
  expect(countWords([{ kind: 'fork' }, { kind: 'agent' }, { kind: 'fork' }])).toBe('2 forks, 1 agent')
  expect(countWords([{ kind: 'branch' }, { kind: 'branch' }])).toBe('2 branches')
})
