import { expect, test } from 'vitest'
import { namedVariables } from './expand-variables'
import { readServerEntry, shownEntry, textsOfEntry } from './server-entry'

const VARIABLES: Record<string, string> = { TOKEN: 'secret', EMPTY: '' }
const read = (raw: unknown) =>
  readServerEntry(raw, (name) => (name === 'KEY' ? { refused: 'KEY is not given' } : VARIABLES[name]))

test('a process: command, arguments and environment, with variables put in', () => {
  const raw = {
    command: '$' + '{NPX:-npx}',
    args: ['-y', 'db@$' + '{VERSION:-1}'],
    env: { DB_TOKEN: '$' + '{TOKEN}', E: '$' + '{EMPTY}', F: '$' + '{EMPTY:-full}', PLAIN: '$TOKEN $' + '{}' },
    timeout: 5000.7,
  }
  expect(read(raw)).toEqual({
    ok: true,
    entry: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'db@1'],
      env: { DB_TOKEN: 'secret', E: '', F: 'full', PLAIN: '$TOKEN $' + '{}' },
      timeoutMs: 5000,
    },
  })
  expect(shownEntry(raw)).not.toContain('secret')
  expect(namedVariables(textsOfEntry(raw).join())).toEqual(['NPX', 'VERSION', 'TOKEN', 'EMPTY'])
})

test.each(['http', 'streamable-http', 'streamableHttp', undefined])('an address, type %s', (type) => {
  expect(read({ type, url: 'https://x.example/mcp', headers: { Authorization: 'Bearer $' + '{TOKEN}' } })).toEqual({
    ok: true,
    entry: { kind: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'Bearer secret' }, timeoutMs: null },
  })
})

test.each<[string, unknown, string]>([
  ['null', null, 'not an object'],
  ['a list', [], 'not an object'],
  ['nothing', {}, 'neither “command” nor “url”'],
  ['an old transport', { type: 'sse', url: 'https://x.example' }, 'old transport'],
  ['an unknown one', { type: 'ws', url: 'ws://x' }, 'knows no transport'],
  ['a type that is none', { type: 7, url: 'x' }, 'knows no transport'],
  ['an empty command', { command: ' ' }, 'is empty'],
  ['a command that is no text', { command: 7 }, '“command” is not a text'],
  ['arguments that are no list', { command: 'x', args: 'y' }, '“args” is not a list'],
  ['an argument that is no text', { command: 'x', args: [1] }, '“args.0” is not a text'],
  ['an environment that is a list', { command: 'x', env: [] }, '“env” is not an object'],
  ['a null character', { command: 'x\0y' }, 'null character'],
  ['an address of another kind', { type: 'http', url: 'file:///etc/passwd' }, 'begins with http'],
  ['no address', { type: 'http' }, '“url” is missing'],
  ['a header that breaks the line', { url: 'http://x', headers: { A: 'b\r\nC: d' } }, 'cannot be sent'],
  ['a header without a name', { url: 'http://x', headers: { 'a b': 'c' } }, 'no name of a header'],
  ['a program for headers', { url: 'http://x', headersHelper: 'x' }, 'headersHelper'],
  ['a limit that is none', { command: 'x', timeout: -1 }, 'timeout'],
  ['a variable that is not set', { command: '$' + '{NOWHERE}' }, 'the variable NOWHERE is not set'],
  ['a variable that is not given', { command: 'x', args: ['$' + '{KEY:-y}'] }, 'KEY is not given'],
])('%s is refused in words', (_, raw, reason) => {
  expect(read(raw)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})
