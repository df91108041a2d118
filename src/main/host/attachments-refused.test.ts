// What cannot go with a message is said in words that name the file, and nothing of it is left in the conversation.
import { Buffer } from 'node:buffer'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CommandInput } from '../../shared/contract/commands'
import { call, reply, scriptByTurn } from '../../simulator/script/builders'
import { aPdf, aPng } from '../../testing/pictures'
import { testId } from '../../testing/records'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost } from '../../testing/test-host'

const inline = (name: string, bytes: Buffer) => ({ name, data: bytes.toString('base64') })

test('a file is refused by name with its reason, put by or in the message itself, and nothing is sent', async () => {
  const { client, simulator } = await startTestHost()
  const { threadId, sessionId } = await openSession(client, temporaryFolder())
  const files: [string, Buffer, string][] = [
    ['empty.png', Buffer.alloc(0), 'empty.png is empty'],
    ['half.png', (await aPng()).subarray(0, 50), 'half.png begins like a PNG file but is damaged'],
    ['vector.svg', Buffer.from('<svg/>'), 'vector.svg is an SVG drawing'],
    ['locked.pdf', aPdf(1, { encrypted: true }), 'locked.pdf is a PDF with a password'],
  ]
  for (const [name, bytes, message] of files) {
    const expected = { code: 'attachment.refused', name, message: expect.stringContaining(message) }
    expect(await client.fails('turn.send', { threadId, text: 'x', attachments: [inline(name, bytes)] })).toMatchObject(
      expected,
    )
    const { data } = inline(name, bytes)
    const whole = { threadId, attachmentId: testId('attachment'), name, bytes: bytes.length, data }
    expect(await client.fails('attachment.add', whole)).toMatchObject(expected)
  }
  expect(await client.call('draft.read', { sessionId })).toEqual({ drafts: [] })
  expect((await client.call('thread.read', { threadId })).turns).toEqual([])
  expect(simulator.requests).toEqual([])
})

test('a file that comes in pieces may come again, out of order or too long, and is stored once', async () => {
  const { client } = await startTestHost()
  const { threadId, sessionId } = await openSession(client, temporaryFolder())
  const bytes = await aPng(200, 200)
  const attachmentId = testId('attachment')
  const piece = (from: number, to: number): CommandInput<'attachment.add'> => ({
    threadId,
    attachmentId,
    name: 'a.png',
    bytes: bytes.length,
    offset: from,
    data: bytes.subarray(from, to).toString('base64'),
  })
  expect(await client.call('attachment.add', piece(300, 600))).toEqual({ received: 0, attachment: null })
  expect(await client.call('attachment.add', piece(0, 300))).toEqual({ received: 300, attachment: null })
  expect(await client.call('attachment.add', piece(0, 300))).toEqual({ received: 300, attachment: null })
  expect(await client.fails('attachment.add', { ...piece(300, 600), bytes: 301 })).toMatchObject({ code: 'conflict' })
  const long = { ...piece(300, 600), data: Buffer.alloc(bytes.length).toString('base64') }
  expect(await client.fails('attachment.add', long)).toMatchObject({ code: 'invalid_input', path: 'data' })
  const last = piece(300, bytes.length)
  const [one, two] = await Promise.all([client.call('attachment.add', last), client.call('attachment.add', last)])
  expect(one).toEqual(two)
  expect(one.attachment).toMatchObject({ id: attachmentId, width: 200 })
  expect(await client.call('attachment.add', piece(0, 300))).toEqual(one)
  expect((await client.call('draft.read', { sessionId })).drafts[0]?.attachments).toHaveLength(1)
  expect(await client.fails('attachment.add', { ...last, data: '*bad' })).toMatchObject({ code: 'invalid_input' })
})

test('a draft takes so many and no more; what belongs to another thread is not taken along', async () => {
  const { client } = await startTestHost()
  const one = await openSession(client, temporaryFolder())
  const other = await openSession(client, temporaryFolder())
  const bytes = await aPng()
  const add = (threadId: string) =>
    client.call('attachment.add', {
      threadId,
      attachmentId: testId('attachment'),
      ...inline('a.png', bytes),
      bytes: bytes.length,
    })
  const { attachment } = await add(other.threadId)
  const foreign = [{ attachmentId: attachment?.id ?? '' }]
  expect(await client.fails('turn.send', { threadId: one.threadId, text: 'x', attachments: foreign })).toMatchObject({
    code: 'conflict',
  })
  for (let n = 0; n < 20; n++) await add(one.threadId)
  await expect(add(one.threadId)).rejects.toThrow('at most 20 attachments')
})

test('a file named with @ goes only from within the folder, whatever leads out of it, and only where no rule denies it', async () => {
  const { client, simulator } = await startTestHost()
  const root = temporaryFolder()
  const folder = join(root, 'project')
  mkdirSync(join(folder, '.claude'), { recursive: true })
  writeFileSync(join(root, 'secret.txt'), 'k9-hidden')
  writeFileSync(join(folder, 'a.txt'), 'inside')
  writeFileSync(join(folder, '.env'), 'KEY=1')
  writeFileSync(join(folder, '.claude', 'settings.json'), JSON.stringify({ permissions: { deny: ['Read(./.env)'] } }))
  symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'))
  symlinkSync(root, join(folder, 'up'))
  const { threadId } = await openSession(client, folder)
  for (const [named, why] of [
    ['link.txt', 'outside of the folder'],
    ['up/secret.txt', 'outside of the folder'],
    ['up', 'outside of the folder'],
    ['../secret.txt', 'outside of the folder'],
    [join(root, 'secret.txt'), 'outside of the folder'],
    ['.env', 'is not attached'],
  ] as const) {
    const failure = await client.fails('turn.send', { threadId, text: `see @${named}` })
    expect(failure, named).toMatchObject({ code: 'attachment.refused', message: expect.stringContaining(why) })
  }
  expect(simulator.requests).toEqual([])
  simulator.script(scriptByTurn([reply('Seen.')]))
  await client.call('turn.send', { threadId, text: 'see @a.txt, @a.txt and @nothing.txt' })
  await client.state(threadId, 'idle')
  const sent = simulator.requests[0]?.bodyText ?? ''
  expect(sent.split('<file path=').length).toBe(2)
  expect(sent).not.toContain('k9-hidden')
})

test('a file nobody may read is said to be one', async () => {
  const { client } = await startTestHost()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'shut.txt'), 'x')
  chmodSync(join(folder, 'shut.txt'), 0)
  const { threadId } = await openSession(client, folder)
  // Root reads everything.
  if (process.getuid?.() === 0) return
  expect(await client.fails('turn.send', { threadId, text: 'see @shut.txt' })).toMatchObject({
    message: '@shut.txt cannot be read: access is denied.',
  })
})

test('a model that takes no images says so, and the person is told what helps', async () => {
  const { client, simulator } = await startTestHost({ simulator: { models: { blind: { media: false } } } })
  const { threadId } = await openSession(client, temporaryFolder(), { model: 'blind', thinking: 'off' })
  await client.call('turn.send', { threadId, text: 'Look', attachments: [inline('a.png', await aPng())] })
  const thread = await client.state(threadId, 'failed')
  expect(thread.stateReason).toContain('This model does not support image input. What was attached or read stays')
  expect(simulator.requests.map(({ status }) => status)).toEqual([400])
})

test('what no request would hold is refused before it is sent, also where the model reads it', async () => {
  const { client, simulator } = await startTestHost()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'long.pdf'), aPdf(60))
  simulator.script(scriptByTurn([reply('Read.'), reply(call('read', { file_path: 'long.pdf' })), reply('No.')]))
  const { threadId } = await openSession(client, folder)
  await client.call('turn.send', { threadId, text: '', attachments: [inline('first.pdf', aPdf(60))] })
  await client.state(threadId, 'idle')
  const second = { threadId, text: '', attachments: [inline('second.pdf', aPdf(60))] }
  expect(await client.fails('turn.send', second)).toMatchObject({
    code: 'attachment.refused',
    message: expect.stringContaining('second.pdf does not fit: with it the conversation holds 120 pages'),
  })
  await client.call('turn.send', { threadId, text: 'Read it yourself' })
  await client.until(() => simulator.requests.length === 3, 'the result')
  await client.state(threadId, 'idle')
  expect(simulator.requests[2]?.bodyText).toContain('This does not fit: with it the conversation holds 120 pages')
})
