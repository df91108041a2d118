import { expect, test } from 'vitest'
import type { ToolServer } from '../../../shared/domain/tool-server'
import { carriedWords, pickedNames, serverWords } from './server-words'

const server = (fields: Partial<ToolServer> = {}): ToolServer => ({
  name: 'db',
  prefix: 'mcp__db',
  source: '.mcp.json',
  origin: 'project',
  transport: 'stdio',
  shown: 'npx db',
  state: 'connected',
  reason: null,
  lastWords: [],
  title: null,
  tools: [{ name: 'query', wireName: 'mcp__db__query', description: '' }],
  leftOut: [],
  chosen: true,
  carried: null,
  differs: false,
  ...fields,
})

test.each<[Partial<ToolServer>, string, string]>([
  [{ state: 'inert', reason: 'x' }, 'inert', 'It is not started: the project is not trusted.'],
  [
    { state: 'disabled', reason: 'A settings file switches it off.' },
    'switched off',
    'A settings file switches it off.',
  ],
  [{ state: 'invalid', reason: 'It cannot be used: y.' }, 'not usable', 'It cannot be used: y.'],
  [{ state: 'resting' }, 'not running', 'It is started when a session needs it.'],
  [{ state: 'resting', carried: 2 }, 'not running', 'It is started when one of its tools is called.'],
  [{ state: 'starting' }, 'starting', ''],
  [{ state: 'starting', reason: 'it was killed' }, 'starting again', 'It was killed.'],
  [{}, 'connected · 1 tool', ''],
  [{ state: 'failed', reason: 'exit code 1' }, 'failed', 'Exit code 1.'],
])('%j', (fields, state, more) => {
  expect(serverWords(server(fields))).toMatchObject({ state, more })
})

test('what a thread carries is said only where something was sent', () => {
  expect(carriedWords(server())).toBe('')
  expect(carriedWords(server({ carried: 2 }))).toBe('This thread’s requests carry 2 tools of it.')
  expect(carriedWords(server({ carried: 0 }))).toBe('')
  expect(carriedWords(server({ carried: 0, differs: true }))).toContain('it offers others now')
  expect(carriedWords(server({ carried: 1, differs: true, chosen: false }))).toContain('not chosen any more')
})

test('all of them are no list: servers that come later are then taken as well', () => {
  const servers = [server({ name: 'a' }), server({ name: 'b' })]
  expect(pickedNames(servers, new Set(['a', 'b']))).toBeNull()
  expect(pickedNames(servers, new Set(['b']))).toEqual(['b'])
  expect(pickedNames(servers, new Set())).toEqual([])
})
