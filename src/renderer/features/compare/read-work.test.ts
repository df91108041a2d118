import { expect, test } from 'vitest'
import { viewTurn } from '../../../testing/domain-views'
import { aToolItem } from '../../../testing/records'
import { readEntries } from '../../transcript/read-entries'
import { countTests, readWork, workedMs } from './read-work'

const bash = (command: string, output: string, more: Partial<Parameters<typeof aToolItem>[0]> = {}) =>
  aToolItem({
    turnId: 't1',
    toolUseId: command,
    input: { command },
    output,
    outputBytes: output.length,
    state: 'done',
    startedAt: 0,
    endedAt: 1_200,
    ...more,
  })

test('the last words are the report, and commands say how they ended', () => {
  const entries = readEntries([
    bash('npm test -- lexer', '3 failed | 101 passed\n[exit code 1]', { state: 'failed', isError: true }),
    bash('npm test', '104 passed\n[exit code 0]'),
    bash('git commit -m x', '[exit code 0]'),
    bash('rm -rf /', '', { state: 'denied' }),
    { id: 'i9', turnId: 't1', at: 1, kind: 'text', text: '**Result:** done.' },
  ])
  const work = readWork(entries)
  expect(work.report).toBe('**Result:** done.')
  expect(work.commands.map(({ outcome, tone, isTest, tests }) => [outcome, tone, isTest, tests])).toEqual([
    ['exit 1 · 1.2 s', 'bad', true, { passed: 101, failed: 3 }],
    ['passed · 1.2 s', 'ok', true, { passed: 104, failed: 0 }],
    ['ok · 1.2 s', 'ok', false, null],
    ['denied', 'bad', false, null],
  ])
  expect([work.tools, work.refused]).toEqual([4, 1])
})

test.each([
  'npm test',
  'npx vitest run src',
  'cd app && pytest -q',
  'cargo test',
  'go test ./...',
  'npm run test:unit',
  'node --test',
  'make test',
  'python -m unittest',
])('%s runs tests', (command) => {
  expect(readWork(readEntries([bash(command, '')])).commands[0]?.isTest).toBe(true)
})

test.each(['cat src/latest.js', 'git commit -m "test the parser"', 'ls test', 'npm run build'])(
  '%s runs none',
  (command) => {
    expect(readWork(readEntries([bash(command, '')])).commands[0]?.isTest).toBe(false)
  },
)

test('counts are taken from the last summary, in the words of several runners', () => {
  expect(countTests('Tests  3 failed | 101 passed (104)')).toEqual({ passed: 101, failed: 3 })
  expect(countTests('  104 passing\n  2 failing')).toEqual({ passed: 104, failed: 2 })
  expect(countTests('# pass 12\n# fail 0')).toEqual({ passed: 12, failed: 0 })
  expect(countTests('=== 5 passed in 0.1s ===')).toEqual({ passed: 5, failed: 0 })
  expect(countTests('all good')).toBeNull()
})

test('time is that of the turns, up to now for one that runs', () => {
  const turns = [
    viewTurn({ id: 'a', n: 1, startedAt: 0, endedAt: 1_000, state: 'done' }),
    viewTurn({ id: 'b', n: 2, startedAt: 5_000, endedAt: null, state: 'running' }),
    viewTurn({ id: 'c', n: 3, startedAt: 6_000, endedAt: null, state: 'queued' }),
  ]
  expect(workedMs(turns, 7_000)).toBe(3_000)
})
