// Attachments through everything that happens to a message: killed in between, queued, steered, resumed, summarised.
import { Buffer } from 'node:buffer'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { call, reply, scriptByTurn } from '../../simulator/script/builders'
import { aPdf, aPng } from '../../testing/pictures'
import { putBy } from '../../testing/put-by'
import { testId } from '../../testing/records'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost, type TestClient, type TestHost } from '../../testing/test-host'

const inline = (name: string, bytes: Buffer) => ({ name, data: bytes.toString('base64') })

/** How many attachments a data folder keeps, and how many still wait with their bytes. */
function stored(dataDir: string): { rows: number; waiting: number } {
  const db = new Database(join(dataDir, 'tine.db'), { readonly: true })
  const count = (where: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM attachments ${where}`).pluck().get() ?? 0
  const counted = { rows: count(''), waiting: count('WHERE json IS NOT NULL') }
  db.close()
  return counted
}

/** Another host on what a kill at this moment would leave. */
async function afterKill(host: TestHost): Promise<{ client: TestClient; dataDir: string }> {
  const dataDir = join(temporaryFolder(), 'left')
  cpSync(host.dataDir, dataDir, { recursive: true })
  const next = await startTestHost({ config: { dataDir, env: { ...process.env, ...environment(host) } } })
  return { client: next.client, dataDir }
}

function environment({ simulator }: TestHost): NodeJS.ProcessEnv {
  return { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test-key', HOME: temporaryFolder() }
}

test('killed between putting by and sending, nothing is lost; killed before a file was whole, nothing is left of it', async () => {
  const host = await startTestHost()
  const { threadId, sessionId } = await openSession(host.client, temporaryFolder())
  const whole = await putBy(host.client, threadId, 'whole.png', await aPng())
  const bytes = await aPng(90)
  const half = { threadId, attachmentId: testId('attachment'), name: 'half.png', bytes: bytes.length }
  await host.client.call('attachment.add', { ...half, data: bytes.subarray(0, 30).toString('base64') })
  const { client, dataDir } = await afterKill(host)
  const { drafts } = await client.call('draft.read', { sessionId })
  expect(drafts[0]?.attachments.map(({ name }) => name)).toEqual(['whole.png'])
  expect(stored(dataDir)).toEqual({ rows: 1, waiting: 1 })
  // A page that goes on with the other is told to begin anew.
  const rest = { ...half, offset: 30, data: bytes.subarray(30).toString('base64') }
  expect(await client.call('attachment.add', rest)).toEqual({ received: 0, attachment: null })
  await client.call('session.subscribe', { sessionId })
  await client.call('turn.send', { threadId, text: 'Now', attachments: [{ attachmentId: whole.id }] })
  await client.state(threadId, 'idle')
  expect(stored(dataDir)).toEqual({ rows: 1, waiting: 0 })
})

test('what is attached goes with its own message: the one in line, the one that is steered in, and the one after', async () => {
  const { client, simulator, dataDir } = await startTestHost()
  simulator.script(
    scriptByTurn([
      reply(call('glob', { pattern: '*' }, { id: 'toolu_1' })),
      reply('One.'),
      reply('Two.'),
      reply('Three.'),
    ]),
  )
  const { threadId } = await openSession(client, temporaryFolder())
  const hold = simulator.hold(() => true)
  await client.call('turn.send', { threadId, text: 'first' })
  await hold.arrived
  const [a, b] = [
    await putBy(client, threadId, 'a.png', await aPng(51)),
    await putBy(client, threadId, 'b.png', await aPng(52)),
  ]
  const named = ({ id }: { id: string }) => [{ attachmentId: id }]
  expect(await client.call('turn.send', { threadId, text: 'queued', attachments: named(b) })).toMatchObject({
    queued: true,
  })
  expect(
    await client.call('turn.send', { threadId, text: 'steered', steer: true, attachments: named(a) }),
  ).toMatchObject({ steered: true })
  hold.release()
  await client.until(() => simulator.requests.length === 3, 'three requests')
  await client.until(() => client.thread(threadId)?.state === 'idle', 'the end')
  const order = (n: number) =>
    [...(simulator.requests[n]?.bodyText ?? '').matchAll(/(a|b)\.png \(image|"text":"(first|steered|queued)"/g)].map(
      ([, picture, text]) => picture ?? text,
    )
  expect(order(1)).toEqual(['first', 'a', 'steered'])
  expect(order(2)).toEqual(['first', 'a', 'steered', 'b', 'queued'])
  expect(stored(dataDir)).toEqual({ rows: 2, waiting: 0 })
})

test('attachments stand in the order in which the message names them', async () => {
  const { client, simulator } = await startTestHost()
  const { threadId } = await openSession(client, temporaryFolder())
  const one = await putBy(client, threadId, 'one.png', await aPng(61))
  const two = await putBy(client, threadId, 'two.png', await aPng(62))
  const attachments = [{ attachmentId: two.id }, inline('three.png', await aPng(63)), { attachmentId: one.id }]
  await client.call('turn.send', { threadId, text: '', attachments })
  await client.state(threadId, 'idle')
  expect(simulator.requests[0]?.bodyText).toMatch(/1\. two\.png .*2\. three\.png .*3\. one\.png/)
  const { turns } = await client.call('thread.read', { threadId })
  const item = turns[0]?.items[0]
  expect(item?.kind === 'user' && item.attachments?.map(({ name }) => name)).toEqual([
    'two.png',
    'three.png',
    'one.png',
  ])
})

test('a conversation that comes near to what a request holds is summarised, and goes on without the documents', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(scriptByTurn(Array.from({ length: 5 }, (_, n) => reply(`Answer ${n}.`))))
  const { threadId } = await openSession(client, temporaryFolder())
  const large = (megabytes: number) => {
    const [head, tail] = [aPdf(2).subarray(0, 9), aPdf(2).subarray(9)]
    return Buffer.concat([head, Buffer.from(`%${'x'.repeat(megabytes * 1_000_000)}\n`), tail])
  }
  const first = await putBy(client, threadId, 'a.pdf', large(10))
  await client.call('turn.send', { threadId, text: 'first', attachments: [{ attachmentId: first.id }] })
  await client.until(() => simulator.requests.length === 1 && client.thread(threadId)?.state === 'idle', 'the first')
  const second = await putBy(client, threadId, 'b.pdf', large(9))
  await client.call('turn.send', { threadId, text: 'second', attachments: [{ attachmentId: second.id }] })
  await client.until(() => simulator.requests.length === 2 && client.thread(threadId)?.state === 'idle', 'the second')
  await client.call('turn.send', { threadId, text: 'third' })
  await client.until(() => simulator.requests.length === 4 && client.thread(threadId)?.state === 'idle', 'the third')
  expect(simulator.requests.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(simulator.requests[2]?.bodyText.length).toBeGreaterThan(25_000_000)
  expect(simulator.requests[3]?.bodyText).toContain('<conversation-summary>')
  expect(simulator.requests[3]?.bodyText.length).toBeLessThan(100_000)
}, 60_000)

test('a stopped worker is asked further with a picture, and nothing else', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(scriptByTurn(Array.from({ length: 9 }, () => reply('Done.'))))
  const { threadId } = await openSession(client, temporaryFolder())
  await client.call('turn.send', { threadId, text: 'first' })
  await client.state(threadId, 'idle')
  const { threadIds } = await client.call('fork.start', { threadId, directives: ['work'], isolation: 'none' })
  const fork = threadIds[0] ?? ''
  await client.state(fork, 'done')
  const before = simulator.requests.length
  await client.call('thread.resume', { threadId: fork, attachments: [inline('shot.png', await aPng())] })
  await client.until(() => simulator.requests.length > before, 'its request')
  await client.state(fork, 'done')
  expect(simulator.requests.at(-1)?.bodyText).toContain('1. shot.png (image, 40 × 30 pixels)')
  onTestFinished(() => client.close())
})

test('of two messages that take the same picture at once one has it, and nothing of the other is stored', async () => {
  const { client, simulator } = await startTestHost()
  const { threadId } = await openSession(client, temporaryFolder())
  const { id } = await putBy(client, threadId, 'once.png', await aPng())
  const send = (text: string) =>
    client.raw({ command: 'turn.send', input: { threadId, text, attachments: [{ attachmentId: id }] } })
  const answers = await Promise.all([send('one'), send('two')])
  expect(answers.map((frame) => 'ok' in frame && frame.ok).sort()).toEqual([false, true])
  await client.state(threadId, 'idle')
  expect((await client.call('thread.read', { threadId })).turns).toHaveLength(1)
  expect(simulator.requests).toHaveLength(1)
})
