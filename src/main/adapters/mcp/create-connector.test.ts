// Connections to real servers, and to programs that are none.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ServerEntry } from '../../../core/mcp/server-entry'
import { temporaryFolder } from '../../../testing/temporary-store'
import { startHttpToolServer } from '../../../testing/tool-server/http-server'
import { linesOf } from '../../../testing/tool-server/session-with-servers'
import { stdioEntry } from '../../../testing/tool-server/stdio-entry'
import type { StdioWays } from '../../../testing/tool-server/stdio-server'
import { type ServerConnection, type ServerFault, ServerFaultError } from '../../services/ports/tool-servers'
import type { StartedProcess } from '../../services/ports/tools'
import { systemClock } from '../system/clock'
import { isAlive } from '../system/recorded-groups'
import { createServerConnector } from './create-connector'

const process_ = (ways: StdioWays = {}, env: Record<string, string> = {}): ServerEntry => ({
  kind: 'stdio',
  timeoutMs: null,
  ...stdioEntry(ways),
  env,
})
const command = (name: string, ...args: string[]): ServerEntry => ({
  kind: 'stdio',
  command: name,
  args,
  env: {},
  timeoutMs: null,
})
const address = (url: string): ServerEntry => ({ kind: 'http', url, headers: {}, timeoutMs: null })

interface Watched {
  started: StartedProcess[]
  ended: number[]
  lost: Promise<ServerFault>
}

function connecting(entry: ServerEntry, env: NodeJS.ProcessEnv = {}) {
  const lost = Promise.withResolvers<ServerFault>()
  const watched: Watched = { started: [], ended: [], lost: lost.promise }
  const abort = new AbortController()
  const connector = createServerConnector({ clock: systemClock, env: { PATH: process.env.PATH, ...env }, version: '1' })
  const connection = connector.connect({
    name: 's',
    entry,
    folder: temporaryFolder(),
    signal: abort.signal,
    onProcess: (started) => void watched.started.push(started),
    onProcessEnd: ({ pid }) => void watched.ended.push(pid),
    onToolsChanged: () => {},
    onLost: lost.resolve,
  })
  onTestFinished(async () => (await connection.catch(() => null))?.close())
  return { connection, watched, abort, connector }
}

async function faultOf(connection: Promise<ServerConnection>): Promise<ServerFault> {
  const error = await connection.then(
    () => new Error('it connected'),
    (reason: unknown) => reason,
  )
  if (error instanceof ServerFaultError) return error.fault
  throw error
}

const NEVER = new AbortController().signal

test('a process is recorded before it runs, gets a clean environment and what its entry names, and is gone when closed', async () => {
  const env = { ANTHROPIC_API_KEY: 'sk-1', GITHUB_TOKEN: 't', TINE_DATA: '/d', LANG: 'C' }
  const { connection, watched } = connecting(process_({ stubborn: true }, { DB_TOKEN: 'mine' }), env)
  const server = await connection
  const seen = await server.call('environment', {}, 5_000, NEVER)
  const found = JSON.parse(String(seen.content)) as Record<string, string>
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['PATH', 'LANG', 'DB_TOKEN']))
  for (const name of ['ANTHROPIC_API_KEY', 'GITHUB_TOKEN', 'TINE_DATA']) expect(found).not.toHaveProperty(name)
  const [record] = watched.started
  if (!record) throw new Error('nothing was recorded')
  expect(await isAlive(record)).toBe(true)
  await server.close()
  expect(await isAlive(record)).toBe(false)
  expect(watched.ended).toEqual([record.pid])
})

test.each<[string, ServerEntry, string, boolean]>([
  ['that is not there', command('/nowhere/server'), 'was not found', true],
  ['that is no program', command('/etc/passwd'), 'is not a program', true],
  ['that ends at once', process_({ failsWith: 'no database' }), 'exit code 3', false],
  ['that is silent', command('sleep', '60'), 'did not answer the greeting within 2 seconds', false],
  ['that prints something else', command('yes', 'hello'), 'no messages', false],
  ['that never ends its line', process_({ floods: 20_000_000 }), 'larger than', false],
])('a program %s is told as it is, and nothing of it goes on', async (_, entry, reason, permanent) => {
  const { connection, watched } = connecting(entry, { MCP_TIMEOUT: '2000' })
  expect(await faultOf(connection)).toMatchObject({ reason: expect.stringContaining(reason), permanent })
  expect(watched.ended).toEqual(watched.started.map(({ pid }) => pid))
})

test('the last words of a server that failed are kept', async () => {
  const { connection } = connecting(process_({ failsWith: '\u001b[31mno database\u001b[0m' }))
  expect((await faultOf(connection)).lastWords).toContain('no database')
})

test('lines that are no messages are passed over', async () => {
  const { connection } = connecting(process_({ prints: 'Welcome!\n{"jsonrpc":"1.0"}\n[1,2]\n{"half', only: ['echo'] }))
  const server = await connection
  expect(await server.call('echo', { words: 'a' }, 5_000, NEVER)).toEqual({ content: 'echo: a', isError: false })
  expect(server.lastWords().join()).toContain('Welcome!')
})

test('a call that gets no answer ends at its limit, and when it is stopped; the server hears of both', async () => {
  const notes = join(temporaryFolder(), 'notes')
  const { connection } = connecting(process_({ only: ['hang', 'echo'], notes }))
  const server = await connection
  const late = server.call('hang', {}, 300, NEVER)
  await expect(late).rejects.toThrow('within 1 seconds')
  const stop = new AbortController()
  const stopped = server.call('hang', {}, 60_000, stop.signal)
  await expect.poll(() => linesOf(notes).filter((line) => line === 'called hang').length).toBe(2)
  stop.abort(new Error('stopped by the person'))
  await expect(stopped).rejects.toThrow('stopped by the person')
  await expect.poll(() => linesOf(notes).filter((line) => line === 'cancelled hang').length).toBe(2)
  expect(await server.call('echo', { words: 'on' }, 5_000, NEVER)).toMatchObject({ content: 'echo: on' })
})

test('a process that ends is lost with the reason, and so are the calls it had', async () => {
  const { connection, watched } = connecting(process_({ only: ['crash', 'hang'] }))
  const server = await connection
  const hanging = server.call('hang', {}, 60_000, NEVER)
  const crashing = server.call('crash', {}, 60_000, NEVER)
  await expect(Promise.all([hanging, crashing])).rejects.toThrow('exit code 7')
  expect(await watched.lost).toMatchObject({ reason: 'its process ended with exit code 7', permanent: false })
})

test('connecting that is given up leaves no process behind', async () => {
  const { connection, watched, abort } = connecting(command('sleep', '60'))
  await expect.poll(() => watched.started.length).toBe(1)
  abort.abort(new Error('given up'))
  await expect(connection).rejects.toThrow('given up')
  expect(watched.ended).toHaveLength(1)
})

test('an HTTP server that goes away is noticed, without a call', async () => {
  const http = await startHttpToolServer({ only: ['echo'] })
  const { connection, watched } = connecting(address(http.url))
  const server = await connection
  expect(await server.listTools(NEVER)).toHaveLength(1)
  await http.close()
  expect(await watched.lost).toMatchObject({ permanent: false })
})

test.each<[number, string, boolean]>([
  [401, 'Tine does not sign in', true],
  [404, 'HTTP 404', false],
  [405, 'the old “sse”', true],
  [500, 'HTTP 500', false],
])('an answer with HTTP %i is told in words', async (status, reason, permanent) => {
  const web = createServer((_, response) => response.writeHead(status).end('no'))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void web.close())
  const at = web.address()
  const port = typeof at === 'object' ? at?.port : 0
  const { connection } = connecting(address(`http://127.0.0.1:${port}/mcp`))
  expect(await faultOf(connection)).toMatchObject({ reason: expect.stringContaining(reason), permanent })
})

test('an answer without an end is not taken in', async () => {
  const web = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (response.writable && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    web.closeAllConnections()
    web.close()
  })
  const at = web.address()
  const port = typeof at === 'object' ? at?.port : 0
  const { connection } = connecting(address(`http://127.0.0.1:${port}/mcp`))
  expect((await faultOf(connection)).reason).toContain('larger than')
})

test('nobody listens at an address', async () => {
  expect((await faultOf(connecting(address('http://127.0.0.1:9/mcp')).connection)).reason).not.toBe('')
})

test.each([
  [undefined, 30_000, 600_000],
  ['5000', 5_000, 5_000],
  ['soon', 30_000, 600_000],
  ['-1', 30_000, 600_000],
])('limits from the environment: %s', (text, startMs, callMs) => {
  const env = text === undefined ? {} : { MCP_TIMEOUT: text, MCP_TOOL_TIMEOUT: text }
  expect(createServerConnector({ clock: systemClock, env, version: '1' })).toMatchObject({ startMs, callMs })
})
