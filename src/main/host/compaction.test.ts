import { expect, test } from 'vitest'
import { SUMMARY_REQUEST } from '../../core/turn/compaction-text'
import { call, firstOf, reply, replyWith, scriptByTurn, text, thinking } from '../../simulator/script/builders'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost } from '../../testing/test-host'

interface Message {
  role: string
  content: { type: string; text?: string }[]
}
const messagesOf = (body: string): Message[] =>
  (JSON.parse(body.replaceAll(/,"cache_control":\{[^}]*\}/g, '')) as { messages: Message[] }).messages

const model = 'claude-haiku-5-5'
/** Over four fifths of the window of 100,000 tokens. */
const long = 'A long story. '.repeat(24_000)

test('a thread that nears its window goes on from a summary; earlier turns are forked with their original bytes', async () => {
  const app = await startTestHost()
  const { client, simulator } = app
  simulator.script((ctx) =>
    ctx.lastUser.texts.includes(SUMMARY_REQUEST)
      ? reply(text('The person told a long story.'))
      : reply(thinking('Hm.'), text('Understood.')),
  )
  const { threadId, sessionId } = await openSession(client, temporaryFolder(), { model })
  await client.call('turn.send', { threadId, text: long })
  await client.state(threadId, 'idle')
  const before = simulator.requests.length
  await client.call('turn.send', { threadId, text: 'And now?' })
  await client.until(() => simulator.requests.length === before + 2 && client.thread(threadId)?.state === 'idle')
  const [asked, went] = simulator.requests.slice(before)
  expect(
    messagesOf(asked?.bodyText ?? '')
      .at(-1)
      ?.content.map((block) => block.text),
  ).toEqual([SUMMARY_REQUEST])
  const after = messagesOf(went?.bodyText ?? '')
  expect(after).toHaveLength(1)
  expect(after[0]?.content.map((block) => block.text?.slice(0, 22))).toEqual(['<conversation-summary>', 'And now?'])
  expect(after[0]?.content[0]?.text).toContain('The person told a long story.')
  expect(simulator.requests.every((request) => request.status === 200)).toBe(true)

  const { turns } = await client.call('session.read', { sessionId })
  const { threadIds } = await client.call('fork.start', { threadId, turnId: turns[0]?.id, directives: ['Look back'] })
  await client.state(threadIds[0] ?? '', 'done')
  const fork = messagesOf(simulator.requests.at(-1)?.bodyText ?? '')
  expect(fork.slice(0, 2)).toEqual(messagesOf(asked?.bodyText ?? '').slice(0, 2))

  const again = await app.restart()
  await again.client.call('session.subscribe', { sessionId })
  await again.client.call('turn.send', { threadId, text: 'Still there?' })
  await again.client.until(
    () =>
      again.client.thread(threadId)?.state === 'idle' && simulator.requests.at(-1)?.bodyText.includes('Still there?'),
  )
  const last = messagesOf(simulator.requests.at(-1)?.bodyText ?? '')
  expect(last[0]).toEqual(after[0])
  for (const request of (await again.client.call('request.list', { threadId })).requests) {
    const { body } = await again.client.call('request.read', { requestId: request.id })
    expect(simulator.requests.some((sent) => sent.bodyText === body)).toBe(true)
  }
})

test('an answer that runs into the window is kept for the person, and the turn goes on from a summary', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(
    firstOf(
      (ctx) => (ctx.lastUser.texts.includes(SUMMARY_REQUEST) ? reply(text('Asked to list files.')) : null),
      (ctx) => (ctx.request.bodyText.includes('<conversation-summary>') ? reply(text('Nothing there.')) : null),
      scriptByTurn([
        reply(text('I look.'), call('glob', { pattern: '*' })),
        replyWith({ stopReason: 'model_context_window_exceeded' }, text('There is no more ro')),
      ]),
    ),
  )
  const { threadId } = await openSession(client, temporaryFolder())
  await client.call('turn.send', { threadId, text: 'List the files' })
  await client.until(() => client.thread(threadId)?.state === 'idle' && simulator.requests.length >= 4, 'the end')
  const { turns } = await client.call('thread.read', { threadId })
  const items = turns[0]?.items ?? []
  expect(items.some((item) => item.kind === 'text' && item.partial && item.text === 'There is no more ro')).toBe(true)
  expect(items.at(-1)).toMatchObject({ kind: 'text' })
  expect(turns[0]?.state).toBe('done')
  expect(simulator.requests.every((request) => request.status === 200)).toBe(true)
})
