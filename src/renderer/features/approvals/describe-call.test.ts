import { expect, it } from 'vitest'
import { describeCall } from './describe-call'

it('shows a command and whatever else is in the input', () => {
  expect(describeCall('bash', { command: 'npm test', timeout_ms: 5 })).toEqual({
    kind: 'command',
    command: 'npm test',
    rest: [['timeout_ms', '5']],
  })
})

it('shows an edit as what is replaced by what', () => {
  const input = { path: 'a.ts', old_string: 'x', new_string: 'y', replace_all: true }
  expect(describeCall('edit', input)).toEqual({
    kind: 'change',
    change: { path: 'a.ts', edits: [{ before: 'x', after: 'y', everywhere: true }], whole: false },
    rest: [],
  })
})

it('shows several edits of one file', () => {
  const view = describeCall('MultiEdit', { file_path: 'a', edits: [{ old_string: 'x', new_string: '' }] })
  expect(view).toMatchObject({ kind: 'change', change: { edits: [{ before: 'x', after: '' }] } })
})

it('shows a write as the whole new file', () => {
  expect(describeCall('write', { path: 'a', content: 'hello' })).toMatchObject({
    change: { path: 'a', whole: true, edits: [{ before: '', after: 'hello' }] },
  })
})

it('falls back to the plain input when a shape is unknown', () => {
  expect(describeCall('edit', { path: 'a', old_string: 1 })).toEqual({
    kind: 'input',
    rest: [
      ['path', 'a'],
      ['old_string', '1'],
    ],
  })
  expect(describeCall('bash', 'ls')).toEqual({ kind: 'input', rest: [['input', 'ls']] })
  expect(describeCall('WebFetch', { url: 'nowhere' })).toEqual({ kind: 'input', rest: [['url', 'nowhere']] })
})

it('shows a page by the host it really comes from', () => {
  expect(describeCall('WebFetch', { url: 'https://Docs.example.com:8443/a?b#c', prompt: 'the flags' })).toEqual({
    kind: 'page',
    url: 'https://Docs.example.com:8443/a?b#c',
    host: 'docs.example.com',
    rest: [['prompt', 'the flags']],
  })
  expect(describeCall('WebFetch', { url: 'https://pаypal.com/' })).toMatchObject({ host: 'xn--pypal-4ve.com' })
})
