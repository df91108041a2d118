// What goes with a message: checked and reduced once, the same bytes ever after.
import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { reply, scriptByTurn } from '../../simulator/script/builders'
import { aPdf, aPicture, aPng } from '../../testing/pictures'
import { putBy } from '../../testing/put-by'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost, type TestClient, type TestHost } from '../../testing/test-host'

/** The user blocks of a request's last message of a person, as text. */
function lastMessage({ simulator }: TestHost, n: number): { type: string; [field: string]: unknown }[] {
  const { messages } = JSON.parse(simulator.requests[n]?.bodyText ?? '{}') as {
    messages: { role: string; content: { type: string }[] }[]
  }
  return messages.at(-1)?.content ?? []
}

/** However many threads send a picture, it stands in the database once. */
function imagesStored(dataDir: string): number | undefined {
  const db = new Database(join(dataDir, 'tine.db'), { readonly: true })
  const count = db.prepare<[], number>("SELECT count(*) FROM blocks WHERE type = 'image'").pluck().get()
  db.close()
  return count
}

const idle = (client: TestClient, threadId: string, turns: number) =>
  client.until(
    () =>
      client.stored().filter((event) => event.type === 'turn.changed' && event.turn.state === 'done').length >= turns &&
      client.thread(threadId)?.state === 'idle',
    `${turns} turns done`,
  )

test('a large picture is reduced once, and every request of the thread, its forks and its next life sends the same bytes', async () => {
  const host = await startTestHost()
  const { client, simulator } = host
  simulator.script(scriptByTurn(Array.from({ length: 9 }, () => reply('Seen.'))))
  const { sessionId, threadId } = await openSession(client, temporaryFolder())
  const picture = await aPicture(2400, 1200).jpeg({ quality: 95 }).toBuffer()
  const attachment = await putBy(client, threadId, 'wide.jpg', picture, 300_000)
  expect(attachment).toMatchObject({
    kind: 'image',
    mediaType: 'image/jpeg',
    width: 1568,
    height: 784,
    reducedFrom: { bytes: picture.length, width: 2400, height: 1200 },
  })
  await client.call('turn.send', { threadId, text: 'What is this?', attachments: [{ attachmentId: attachment.id }] })
  await idle(client, threadId, 1)
  const [image, names, words] = lastMessage(host, 0)
  expect(image).toMatchObject({ type: 'image', source: { type: 'base64', media_type: 'image/jpeg' } })
  expect(names?.text).toBe('<attached>\n1. wide.jpg (image, 1568 × 784 pixels, reduced from 2400 × 1200)\n</attached>')
  expect(words).toMatchObject({ type: 'text', text: 'What is this?' })
  const bytes = JSON.stringify(image)

  await client.call('fork.start', { threadId, directives: ['one', 'two'], isolation: 'none' })
  await client.until(() => simulator.requests.length >= 3, 'both forks')
  const { client: next } = await host.restart()
  await next.call('session.subscribe', { sessionId })
  await next.call('turn.send', { threadId, text: 'And now?' })
  await next.until(() => simulator.requests.length >= 4, 'the request after the restart')
  await next.state(threadId, 'idle')
  for (const { bodyText, status } of simulator.requests) {
    expect(status).toBe(200)
    expect(bodyText.split(bytes)).toHaveLength(2)
  }
  const { requests } = await next.call('request.list', { threadId })
  expect(requests.map(({ firstDifference }) => firstDifference)).toEqual([null, null])
  const { body } = await next.call('request.read', { requestId: requests[1]?.id ?? '' })
  expect(body).toBe(simulator.requests.at(-1)?.bodyText)

  const { turns } = await next.call('thread.read', { threadId })
  expect(turns[0]?.items[0]).toMatchObject({ kind: 'user', attachments: [{ name: 'wide.jpg', width: 1568 }] })
  expect(imagesStored(host.dataDir)).toBe(1)

  // What a picture is reckoned to cost is what it shows, not how long its bytes are.
  await putBy(next, threadId, 'again.jpg', picture)
  const { usage } = await next.call('thread.forecast', { threadId, text: 'x' })
  expect(usage.cacheWrite5m + usage.input).toBeGreaterThan(1_500)
  expect(usage.cacheWrite5m + usage.input).toBeLessThan(4_000)
  const read = await next.call('attachment.read', { attachmentId: attachment.id })
  expect(bytes).toContain(read.image?.slice('data:image/jpeg;base64,'.length) ?? '-')
  expect(host.log).toEqual([])
})

test('a small file goes in the message itself, a PDF as a document, a text as text, and none needs a word', async () => {
  const host = await startTestHost()
  const { client, simulator } = host
  simulator.script(scriptByTurn([reply('Seen.')]))
  const { threadId } = await openSession(client, temporaryFolder())
  const dot = await aPng()
  const inline = (name: string, bytes: Buffer) => ({ name, data: bytes.toString('base64') })
  await client.call('turn.send', {
    threadId,
    text: ' ',
    attachments: [inline('dot.png', dot), inline('plan.pdf', aPdf(3)), inline('notes.txt', Buffer.from('remember'))],
  })
  await idle(client, threadId, 1)
  expect(lastMessage(host, 0)).toMatchObject([
    { type: 'image', source: { media_type: 'image/png', data: dot.toString('base64') } },
    { type: 'document', title: 'plan.pdf', context: 'PDF, 3 pages', source: { media_type: 'application/pdf' } },
    { type: 'text', text: '<file path="notes.txt">\nremember\n</file>' },
    { type: 'text', text: expect.stringContaining('2. plan.pdf (PDF, 3 pages)') },
  ])
  const { sessions } = await client.call('session.list', {})
  expect(sessions[0]?.title).toBe('dot.png')
  expect(simulator.requests[0]?.status).toBe(200)
})

test('what was put by is part of the draft over a restart, until it is sent or taken away', async () => {
  const host = await startTestHost()
  const { client } = host
  const { sessionId, threadId } = await openSession(client, temporaryFolder())
  const kept = await putBy(client, threadId, 'kept.png', await aPng())
  const gone = await putBy(client, threadId, 'gone.png', await aPng(41))
  await client.call('attachment.remove', { attachmentId: gone.id })
  await client.call('attachment.remove', { attachmentId: gone.id })
  const { client: next } = await host.restart()
  expect(await next.call('draft.read', { sessionId })).toEqual({
    drafts: [{ threadId, text: '', attachments: [kept] }],
  })
  await next.call('session.subscribe', { sessionId })
  await next.call('turn.send', { threadId, text: 'Now', attachments: [{ attachmentId: kept.id }] })
  expect(await next.call('draft.read', { sessionId })).toEqual({ drafts: [] })
  expect(await next.fails('attachment.remove', { attachmentId: kept.id })).toMatchObject({ code: 'conflict' })
  expect(
    await next.fails('turn.send', { threadId, text: 'Again', attachments: [{ attachmentId: kept.id }] }),
  ).toMatchObject({ code: 'conflict', message: expect.stringContaining('kept.png was sent already') })
})
