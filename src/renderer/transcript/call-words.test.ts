import { expect, test } from 'vitest'
import { toolItem } from '../../testing/domain-views'
import { callResult, callWords } from './call-words'
import { type Call, readEntries } from './read-entries'

function call(fields: Parameters<typeof toolItem>[0]): Call {
  const entry = readEntries([toolItem(fields)])[0]
  if (entry?.kind !== 'calls' || !entry.calls[0]) throw new Error('not a call')
  return entry.calls[0]
}

test.each([
  ['read', { file_path: 'src/a.ts' }, 'Read', 'src/a.ts'],
  ['Read', { path: 'src/b.ts' }, 'Read', 'src/b.ts'],
  ['bash', { command: 'npm test\nnpm run lint' }, 'Bash', 'npm test'],
  ['grep', { pattern: 'this.chain(', path: 'src' }, 'Grep', 'this.chain('],
  ['Agent', { description: 'Look around', prompt: 'long' }, 'Agent', 'Look around'],
  ['TodoWrite', { todos: [{ status: 'completed' }, { status: 'pending' }] }, 'Todo', '1 of 2 done'],
  ['mcp__db__query', { sql: 'select 1' }, 'db · query', 'select 1'],
])('%s says what it is about', (name, input, verb, subject) => {
  expect(callWords({ name, input })).toMatchObject({ verb, subject })
})

test('a read says how many lines, or how many bytes when only a part is here', () => {
  const output = 'a\nb\nc\n'
  expect(callResult(call({ id: 'a', name: 'read', output, outputBytes: 6 })).text).toBe('3 lines')
  expect(callResult(call({ id: 'a', name: 'read', output, outputBytes: 6000 })).text).toBe('6 kB')
})

test('an edit says what it adds and takes away', () => {
  const input = { old_string: 'one\ntwo', new_string: 'one\n2\nthree' }
  expect(callResult(call({ id: 'a', name: 'edit', input })).text).toBe('+2 −1')
  expect(callResult(call({ id: 'a', name: 'write', input: { content: 'a\nb\n' } })).text).toBe('+2')
})

test('a command says how long it took, and its exit code when it failed', () => {
  const timed = { id: 'a', name: 'bash', startedAt: 1000, endedAt: 4100 }
  expect(callResult(call(timed))).toEqual({ text: '3.1 s', tone: 'plain' })
  expect(callResult(call({ ...timed, isError: true, output: 'no\nexit code 2' }))).toEqual({
    text: 'exit 2 · 3.1 s',
    tone: 'bad',
  })
})

test('what waits or was refused says so', () => {
  expect(callResult(call({ id: 'a', state: 'waiting-approval' })).tone).toBe('wait')
  expect(callResult(call({ id: 'a', state: 'denied' }))).toEqual({ text: 'denied', tone: 'bad' })
})

test('a read that gave back an image says so, not how many lines', () => {
  const output = '[image]'
  expect(callResult(call({ id: 'a', name: 'read', state: 'done', output, outputBytes: 7, images: 1 })).text).toBe(
    '1 image',
  )
})

test('a fetched page says what the server answered and how much; one that is elsewhere says that', () => {
  const page = { id: 'a', name: 'WebFetch', input: { url: 'https://docs.example.com/a' } }
  const output = 'https://docs.example.com/a (200, text/html, 12345 bytes)\nTitle: A\n\nText'
  expect(callWords(page)).toEqual({ icon: 'web', verb: 'Fetch', subject: 'https://docs.example.com/a' })
  expect(callResult(call({ ...page, state: 'done', output })).text).toBe('200 · 12.3 kB')
  const missing = output.replace('200', '404')
  expect(callResult(call({ ...page, state: 'failed', output: missing })).text).toBe('failed · 404')
  const moved = 'https://docs.example.com/a moved (302) to another place: "https://b.example/". Nothing was fetched.'
  expect(callResult(call({ ...page, state: 'done', output: moved })).text).toBe('moved to another host')
})
