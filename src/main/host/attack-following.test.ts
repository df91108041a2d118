// Following a session: from the middle, twice, after a break; what every client sees is one and the same story.
import { expect, test } from 'vitest'
import type { HostEvent, StoredEvent } from '../../shared/contract/events'
import { call, gate, reply, scriptByTurn, text } from '../../simulator/script/builders'
import { atRest, converse, say } from '../../testing/conversation'
import { TestClient } from '../../testing/test-host'

const seqs = (client: TestClient) => client.stored().map((event) => event.seq)

const settled = async (client: TestClient, seq: number) =>
  client.until(() => (seqs(client).at(-1) ?? 0) >= seq, `event ${seq}`)

test('followers from the start, the middle and the end hear the same events in the same order, each once', async () => {
  const talk = await converse(scriptByTurn([reply(call('glob', { pattern: '*' })), reply(text('Seen.'))]))
  const { client, host, sessionId, threadId } = talk
  await say(client, threadId, 'One')
  const all = seqs(client)
  const middle = all[Math.floor(all.length / 2)] ?? 0
  const late = new TestClient(host)
  const { seq } = await late.call('session.subscribe', { sessionId, fromSeq: middle })
  expect(seq).toBe(all.at(-1))
  const atEnd = new TestClient(host)
  await atEnd.call('session.subscribe', { sessionId, fromSeq: seq })
  await say(client, threadId, 'Two')
  const last = seqs(client).at(-1) ?? 0
  await Promise.all([settled(late, last), settled(atEnd, last)])
  const after = (from: number) => client.stored().filter((event) => event.seq > from)
  expect(late.stored()).toEqual(after(middle))
  expect(atEnd.stored()).toEqual(after(seq))
  expect(seqs(client)).toEqual([...new Set(seqs(client))].sort((a, b) => a - b))
})

test('subscribing again on the same connection starts over from where it says, and does not double what follows', async () => {
  const { client, sessionId, threadId } = await converse(() => reply(text('Yes.')))
  await say(client, threadId, 'One')
  const before = client.stored().length
  await client.call('session.subscribe', { sessionId, fromSeq: seqs(client).at(-1) ?? 0 })
  await say(client, threadId, 'Two')
  const fresh = client.stored().slice(before)
  expect(new Set(fresh.map((event) => event.seq)).size).toBe(fresh.length)
})

test('a number from another life of the session does not leave its follower deaf', async () => {
  const { client, host, sessionId, threadId } = await converse(() => reply(text('Yes.')))
  const ahead = new TestClient(host)
  await ahead.call('session.subscribe', { sessionId, fromSeq: 1_000_000 })
  await say(client, threadId, 'Hi')
  await ahead.until(() => ahead.thread(threadId)?.state === 'idle', 'the answer')
})

test('a client that goes away in the middle of a stream, and comes back with its last number, misses nothing that is stored', async () => {
  const hold = Promise.withResolvers<void>()
  const { client, host, sessionId, threadId } = await converse(() =>
    reply(text('Half ', gate(hold.promise), 'and half.')),
  )
  const gone = new TestClient(host)
  await gone.call('session.subscribe', { sessionId })
  await client.call('turn.send', { threadId, text: 'Hi' })
  await gone.until(() => gone.events.some((event) => event.type === 'item.delta'), 'the first half')
  const fromSeq = seqs(gone).at(-1) ?? 0
  gone.close()
  hold.resolve()
  await atRest(client, threadId)
  const back = new TestClient(host)
  await back.call('session.subscribe', { sessionId, fromSeq })
  await settled(back, seqs(client).at(-1) ?? 0)
  expect([...gone.stored(), ...back.stored()]).toEqual(client.stored())
  const item = back.stored().find((event) => event.type === 'item.added' && event.item.kind === 'text')
  expect(item).toMatchObject({ item: { text: 'Half and half.' } })
})

test('deltas of a session go only to who follows it, and a closed connection hears nothing more', async () => {
  const { client, host, threadId } = await converse(() => reply(text('Yes.')))
  const stranger = new TestClient(host)
  const closed: HostEvent[] = []
  const connection = host.connect((frame) => 'event' in frame && closed.push(frame.event))
  connection.close()
  await say(client, threadId, 'Hi')
  expect(stranger.events).toEqual([])
  expect(closed).toEqual([])
})

test('a thread of many turns is read page by page, from the newest, without gaps and doubles', async () => {
  const { client, threadId } = await converse(() => reply(text('Yes.')))
  for (let n = 1; n <= 12; n++) await say(client, threadId, `Message ${n}`)
  const pages: number[][] = []
  for (let before: number | undefined; ; ) {
    const { turns, more } = await client.call('thread.read', { threadId, limit: 5, ...(before ? { before } : {}) })
    pages.push(turns.map((turn) => turn.n))
    expect(turns.every((turn) => turn.items.some((item) => 'text' in item && item.text === `Message ${turn.n}`))).toBe(
      true,
    )
    before = turns[0]?.n
    if (!more) break
  }
  expect(pages).toEqual([
    [8, 9, 10, 11, 12],
    [3, 4, 5, 6, 7],
    [1, 2],
  ])
  expect(await client.call('thread.read', { threadId, before: 1 })).toEqual({ turns: [], more: false })
  expect((await client.call('thread.read', { threadId, before: 10_000, limit: 1 })).turns[0]?.n).toBe(12)
  for (const input of [{ limit: 0 }, { limit: 201 }, { limit: 1.5 }, { before: 0 }, { before: -1 }])
    expect((await client.fails('thread.read', { threadId, ...input })).code).toBe('invalid_input')
})

test('what was told is what is read: a view built from events equals the one the host gives', async () => {
  const { client, sessionId, threadId } = await converse(
    scriptByTurn([reply(call('bash', { command: 'echo hi' })), reply(text('Hi.'))]),
  )
  await say(client, threadId, 'Hi')
  const { turns } = await client.call('thread.read', { threadId })
  const items = new Map<string, unknown>()
  for (const event of client.stored() as StoredEvent[])
    if (event.type === 'item.added' || event.type === 'item.changed') items.set(event.item.id, event.item)
  expect([...items.values()]).toEqual(turns.flatMap((turn) => turn.items))
  const { threads } = await client.call('session.read', { sessionId })
  expect(client.thread(threadId)).toEqual(threads[0])
})
