// Where a key may never be found: in logs, events, answers, the database, saved outputs, children, notifications.

import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { itemsOf, say } from '../../testing/conversation'
import { forkInWorktree, talkInRepository } from '../../testing/repository-talk'
import { startTestHost, type TestHost } from '../../testing/test-host'

const FROM_ENVIRONMENT = 'sk-ant-environment-0123456789abcdef'
const TYPED = 'sk-ant-typed-fedcba9876543210'
const PLAIN = 'plainkeywithoutprefix4711'

/** Every file below a folder that holds one of these words, by its bytes. */
function filesWith(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = readFileSync(path)
      return words.some((word) => content.includes(word))
    })
}

function expectNowhere({ dataDir, log, client }: TestHost, ...words: string[]): void {
  expect(filesWith(dataDir, words)).toEqual([])
  for (const word of words) {
    expect(log.join('\n')).not.toContain(word)
    expect(JSON.stringify(client.events)).not.toContain(word)
  }
}

test('after a whole day’s work neither the typed key nor the one of the environment lies anywhere', async () => {
  const show = call('bash', { command: 'env; cat /proc/$PPID/environ /proc/self/environ | tr "\\0" "\\n"' })
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([{ match: /./, script: scriptByTurn([reply(show), reply(text('Result: seen.'))]) }]),
      scriptByTurn([
        reply(show, call('Agent', { description: 'Look', prompt: 'Look as well.' })),
        reply(text('Seen.')),
      ]),
    ),
    {
      env: {
        ANTHROPIC_API_KEY: FROM_ENVIRONMENT,
        ANTHROPIC_AUTH_TOKEN: `Bearer ${FROM_ENVIRONMENT}`,
        COPY_OF_IT: `x${FROM_ENVIRONMENT}y`,
      },
    },
  )
  const { client, threadId } = talk
  const settings = await client.call('settings.write', { patch: { apiKey: TYPED } })
  expect(settings).toMatchObject({ hasApiKey: true, apiKeySource: 'memory' })
  await say(client, threadId, 'Look around')
  await forkInWorktree(talk, 'look', 'done')
  await expect
    .poll(async () =>
      (await client.call('session.read', { sessionId: talk.sessionId })).threads.every((thread) =>
        ['idle', 'done'].includes(thread.state),
      ),
    )
    .toBe(true)
  const seen = (await itemsOf(client, threadId)).filter((item) => item.kind === 'tool')
  expect(seen[0]).toMatchObject({ state: 'done', output: expect.stringContaining('PATH=') })
  for (const { id } of (await client.call('request.list', { threadId })).requests)
    expect((await client.call('request.read', { requestId: id })).body).not.toContain('sk-ant-')
  expect(JSON.stringify(await client.call('settings.read', {}))).not.toContain('sk-ant-')
  expect(talk.simulator.requests.every((request) => !JSON.stringify(request.body).includes('sk-ant-'))).toBe(true)
  expectNowhere(talk, FROM_ENVIRONMENT, TYPED)
  await talk.host.close()
  expectNowhere(talk, FROM_ENVIRONMENT, TYPED)
})

test('a provider that quotes the key in its error does not bring it into the conversation or the log', async () => {
  const server = createServer((request, response) => {
    const key = String(request.headers.authorization ?? request.headers['x-api-key']).replace('Bearer ', '')
    response.writeHead(401, { 'content-type': 'application/json' })
    const message = `invalid x-api-key: ${key} (${key.slice(0, 4)}…)`
    response.end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message } }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const talk = await talkInRepository(() => null, { env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: PLAIN } })
  const failed = await say(talk.client, talk.threadId, 'Hi')
  expect(failed).toMatchObject({ state: 'failed', stateReason: expect.stringContaining('does not accept the key') })
  expect(failed.stateReason).toContain('invalid x-api-key')
  expectNowhere(talk, PLAIN)
})

test('a key with characters that no header can carry is refused in words that do not quote it', async () => {
  const typed = await talkInRepository(() => reply(text('Yes.')))
  for (const apiKey of [`${TYPED}\nx: y`, `“${TYPED}”`, ' ', `${TYPED} ${TYPED}`])
    expect(await typed.client.fails('settings.write', { patch: { apiKey } })).toMatchObject({
      code: 'invalid_input',
      path: 'patch.apiKey',
    })
  expectNowhere(typed, TYPED)
  const exported = await talkInRepository(() => reply(text('Yes.')), { env: { ANTHROPIC_API_KEY: `“${TYPED}”` } })
  const failed = await say(exported.client, exported.threadId, 'Hi')
  expect(failed).toMatchObject({ state: 'failed', stateReason: expect.stringContaining('no key has') })
  expect(exported.simulator.requests).toEqual([])
  expectNowhere(exported, TYPED)
})

test('an address that carries a password or a query is refused, since addresses are stored and shown', async () => {
  const talk = await talkInRepository(() => reply(text('Yes.')))
  for (const baseUrl of [`https://user:${TYPED}@api.example.org`, `https://api.example.org/?key=${TYPED}`, 'nonsense'])
    expect(await talk.client.fails('settings.write', { patch: { baseUrl } })).toMatchObject({
      code: 'invalid_input',
      path: 'patch.baseUrl',
    })
  expectNowhere(talk, TYPED)
  for (const ANTHROPIC_BASE_URL of [`https://user:${TYPED}@api.example.org`, 'nonsense', 'ftp://example.org']) {
    const error: unknown = await startTestHost({ env: { ANTHROPIC_BASE_URL } }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ failure: { code: 'invalid_input', path: 'ANTHROPIC_BASE_URL' } })
    expect(String(error)).not.toContain(TYPED)
  }
})

test('a key belongs to the address it was typed for: another address asks for it again', async () => {
  const { client, simulator } = await talkInRepository(() => reply(text('Yes.')), { env: { ANTHROPIC_BASE_URL: '' } })
  await client.call('settings.write', { patch: { baseUrl: simulator.url } })
  expect(await client.call('settings.write', { patch: { apiKey: TYPED } })).toMatchObject({ apiKeySource: 'memory' })
  const moved = await client.call('settings.write', { patch: { baseUrl: 'http://127.0.0.1:9' } })
  expect(moved).toMatchObject({ hasApiKey: false, apiKeySource: null })
})
