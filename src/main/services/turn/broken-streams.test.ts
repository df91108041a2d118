// Streams that break after they began, through a whole host over real HTTP.
import { describe, expect, test } from 'vitest'
import { droppedConnection, malformedEvent, stalledStream, streamError } from '../../../simulator/faults/fault'
import { call, gate, reply, scriptByTurn, text, thinking } from '../../../simulator/script/builders'
import { type Conversation, converse, itemsOf, say } from '../../../testing/conversation'
import { expectWireHolds, messagesOf } from '../../../testing/wire-checks'

const LONG = 'These are words that take several pieces to arrive, since each is short and the answer is long.'
const answer = () => reply(text(LONG))

const outcomes = async ({ client, threadId }: Conversation) =>
  (await client.call('request.list', { threadId })).requests.map((request) => request.outcome)
const partials = async ({ client, threadId }: Conversation) =>
  (await itemsOf(client, threadId)).flatMap((item) => (item.kind === 'text' && item.partial ? [item.text] : []))

/** Takes the turn up again and checks that the same bytes went out. */
async function resumeRepeats(talk: Conversation): Promise<void> {
  const before = talk.simulator.requests.at(-1)?.bodyText
  await talk.client.call('thread.resume', { threadId: talk.threadId })
  await talk.client.state(talk.threadId, 'idle')
  expect(talk.simulator.requests.at(-1)?.bodyText).toBe(before)
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
}

test('a stream whose pieces cut characters in two is stored with all of them', async () => {
  const words = 'Bäume 🌲🌲 und ✂️ — 漢字'
  const script = scriptByTurn([
    reply(thinking(words), text(words), call('glob', { pattern: '🌲*' }, { chunkChars: 1, ascii: true })),
    reply(text(words)),
  ])
  const talk = await converse(script, { simulator: { splitBytes: true } })
  expect((await say(talk.client, talk.threadId, words)).state).toBe('idle')
  const said = messagesOf(talk.simulator.requests[1]?.bodyText ?? '')[1]?.content
  expect(said).toMatchObject([{ thinking: words }, { text: words }, { input: { pattern: '🌲*' } }])
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

describe('a stream that breaks before there is anything to read is sent again:', () => {
  test.each([
    ['cut before the first byte', droppedConnection(0)],
    ['cut after its beginning', droppedConnection(2)],
    ['not readable from its beginning', malformedEvent(1)],
  ])('%s', async (_, fault) => {
    const talk = await converse(answer)
    talk.simulator.faults.next(fault)
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect(await outcomes(talk)).toEqual(['retried', 'ok'])
    expect(await partials(talk)).toEqual([])
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })
})

describe('a stream that breaks amid its words interrupts the turn; they are kept for the person and not sent:', () => {
  test.each([
    ['a cut connection', droppedConnection()],
    ['an event that is no JSON', malformedEvent()],
    ['silence', stalledStream()],
  ])('%s', async (_, fault) => {
    const talk = await converse(answer, { config: { stallMs: 1500 } })
    talk.simulator.faults.next(fault)
    const thread = await say(talk.client, talk.threadId, 'A')
    expect(thread).toMatchObject({
      state: 'interrupted',
      resumable: true,
      stateReason: expect.stringMatching(/^The connection broke while the answer streamed: /),
    })
    expect(await outcomes(talk)).toEqual(['broken'])
    const [kept = ''] = await partials(talk)
    expect(kept.length).toBeGreaterThan(5)
    expect(LONG.startsWith(kept)).toBe(true)
    await resumeRepeats(talk)
    expect(await outcomes(talk)).toEqual(['broken', 'ok'])
  })

  test('also across a restart', async () => {
    const talk = await converse(answer)
    talk.simulator.faults.next(droppedConnection())
    await say(talk.client, talk.threadId, 'A')
    await resumeRepeats({ ...talk, client: await talk.reopen() })
  })

  test('also when it breaks inside a call: no half of it is run or sent', async () => {
    const talk = await converse(
      scriptByTurn([reply(thinking('I write.'), call('write', { file_path: 'a', content: LONG }))]),
    )
    talk.simulator.faults.next(droppedConnection(9))
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('interrupted')
    expect((await itemsOf(talk.client, talk.threadId)).map((item) => item.kind)).toEqual(['user', 'thinking'])
    talk.simulator.script(answer)
    await resumeRepeats(talk)
  })
})

describe('an error that the server reports in mid-stream', () => {
  test('is waited out like one before it, and booked as sent again', async () => {
    const talk = await converse(answer)
    talk.simulator.faults.next(streamError())
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect(await outcomes(talk)).toEqual(['retried', 'ok'])
    const shown = (await itemsOf(talk.client, talk.threadId)).filter((item) => item.kind === 'text')
    expect(shown).toMatchObject([{ text: LONG }])
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })
})

describe('a connection that stays open behind a whole answer', () => {
  test('costs the answer nothing: the turn is done when the silence has been long enough', async () => {
    const talk = await converse(() => reply(text('All of it.')), { config: { stallMs: 1500 } })
    talk.simulator.hold(() => true, { afterEvents: 7 })
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect(await outcomes(talk)).toEqual(['ok'])
    expect(await partials(talk)).toEqual([])
  })
})

describe('an interruption by the person', () => {
  test('amid the words keeps them, marked as partial; the next message does not carry them', async () => {
    const talk = await converse(scriptByTurn([reply(text('Half of it', gate(new Promise(() => {})), 'never'))]))
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await talk.client.until(() => talk.client.events.some((event) => event.type === 'item.delta'), 'words')
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    await talk.client.state(talk.threadId, 'interrupted')
    expect(await partials(talk)).toEqual(['Half of it'])
    talk.simulator.script(answer)
    await say(talk.client, talk.threadId, 'B')
    expect(messagesOf(talk.simulator.requests[1]?.bodyText ?? '')).toMatchObject([
      { content: [{ text: 'A' }, { text: 'B' }] },
    ])
  })

  test('between the last event and the end of the stream loses nothing of the answer', async () => {
    const talk = await converse(() => reply(text('All of it.')))
    // message_start, block start, ping, one delta, block stop, message_delta, message_stop
    const hold = talk.simulator.hold(() => true, { afterEvents: 7 })
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await hold.arrived
    await talk.client.until(() => talk.client.events.some((event) => event.type === 'item.delta'), 'words')
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    hold.release()
    await talk.client.state(talk.threadId, 'interrupted')
    const items = await itemsOf(talk.client, talk.threadId)
    expect(items).toContainEqual(expect.objectContaining({ kind: 'text', text: 'All of it.' }))
    expect(await outcomes(talk)).toEqual(['cancelled'])
    talk.simulator.script(answer)
    expect((await say(talk.client, talk.threadId, 'B')).state).toBe('idle')
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })
})
