import { expect, test } from 'vitest'
import { toolItem } from '../../testing/domain-views'
import { callsSummary } from './calls-summary'
import type { Call } from './read-entries'

const call = (name: string, subject: string, fields: Partial<Call> = {}): Call => ({
  ...toolItem({ id: `${name} ${subject}`, name, input: { file_path: subject, command: subject, pattern: subject } }),
  threadIds: [],
  tail: '',
  startedAt: null,
  endedAt: null,
  ...fields,
})

test('many calls are summed up by what was done, in its order, with the time it took', () => {
  const calls = [
    call('read', 'a.ts', { startedAt: 0, endedAt: 1000 }),
    call('bash', 'npm test', { startedAt: 0, endedAt: 40_000 }),
    call('read', 'b.ts'),
    call('bash', 'npm test'),
    call('grep', 'x'),
  ]
  expect(callsSummary(calls)).toBe('Read 2 files, ran 2 commands, searched once · 41 s')
})

test('a file that was read or edited again is counted once', () => {
  const calls = [call('edit', 'a.ts'), call('write', 'a.ts'), call('edit', 'b.ts')]
  expect(callsSummary(calls)).toBe('Edited 2 files')
})

test('unknown tools go by their own names', () => {
  const calls = [call('mcp__db__query', 'x'), call('mcp__db__query', 'y'), call('Weather', 'z')]
  expect(callsSummary(calls)).toBe('Called db · query twice, called Weather')
})
