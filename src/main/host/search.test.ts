// Searching through the host, from a conversation to the place it is found again.
import { expect, test } from 'vitest'
import { SUMMARY_REQUEST } from '../../core/turn/compaction-text'
import { call, firstOf, reply, scriptByTurn, text } from '../../simulator/script/builders'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost } from '../../testing/test-host'

test('what a person said, a model answered, a call gave and a fork was told is found, after a restart too', async () => {
  const app = await startTestHost()
  const { client, simulator } = app
  simulator.script(
    firstOf(
      (ctx) => (ctx.directive === null ? null : reply('The quokka smiles.')),
      scriptByTurn([reply(text('I look for it.'), call('glob', { pattern: '*.wombat' })), reply('No echidna here.')]),
    ),
  )
  const { projectId, sessionId, threadId } = await openSession(client, temporaryFolder())
  await client.call('turn.send', { threadId, text: 'Where is the platypus?' })
  await client.state(threadId, 'idle')
  const { threadIds } = await client.call('fork.start', { threadId, directives: ['Ask the numbat'] })
  const fork = threadIds[0] ?? ''
  await client.state(fork, 'done')
  const first = async (words: string) => (await client.call('search', { text: words, projectId })).hits[0]
  expect(await first('platypus')).toMatchObject({ sessionId, threadId, kind: 'user', n: 1 })
  expect(await first('echidna')).toMatchObject({
    threadId,
    kind: 'text',
    snippet: 'No echidna here.',
    marks: [[3, 10]],
  })
  expect(await first('wombat')).toMatchObject({ threadId, kind: 'tool', tool: 'glob' })
  expect(await first('numbat')).toMatchObject({ threadId: fork, n: 1 })
  expect(await first('quokka')).toMatchObject({ threadId: fork, kind: 'text' })
  const again = await app.restart()
  const { hits, threads, sessions } = await again.client.call('search', { text: 'quokka' })
  expect(hits).toMatchObject([{ sessionId, threadId: fork }])
  expect(threads).toMatchObject([{ id: fork, kind: 'fork', state: 'done', nth: 1 }])
  expect(sessions).toMatchObject([{ id: sessionId, projectId, title: 'Where is the platypus?' }])
  expect(app.log).toEqual([])
})

test('what a summary took out of the conversation is still found', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script((ctx) => reply(ctx.lastUser.texts.includes(SUMMARY_REQUEST) ? 'A long story.' : 'Understood.'))
  const { threadId } = await openSession(client, temporaryFolder(), { model: 'claude-haiku-5-5' })
  await client.call('turn.send', { threadId, text: `${'A long story. '.repeat(24_000)} The axolotl.` })
  await client.state(threadId, 'idle')
  const before = simulator.requests.length
  await client.call('turn.send', { threadId, text: 'And now?' })
  await client.until(() => simulator.requests.length === before + 2 && client.thread(threadId)?.state === 'idle')
  expect(simulator.requests.at(-1)?.bodyText).not.toContain('axolotl')
  expect((await client.call('search', { text: 'axolotl' })).hits).toMatchObject([{ threadId, kind: 'user', n: 1 }])
})

test('a text that is too long, and a project that is not there, are refused', async () => {
  const { client } = await startTestHost()
  expect(await client.fails('search', { text: 'x'.repeat(10_001) })).toMatchObject({
    code: 'invalid_input',
    path: 'text',
  })
  expect(await client.fails('search', { text: 'x', limit: 101 })).toMatchObject({
    code: 'invalid_input',
    path: 'limit',
  })
  expect(await client.call('search', { text: '解 "'.repeat(2_500) })).toEqual({
    hits: [],
    threads: [],
    sessions: [],
    more: false,
  })
})
