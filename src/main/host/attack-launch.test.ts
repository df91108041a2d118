// A launch that is disturbed in the middle: between the leader and its siblings, by a stop, an interruption, the end of the app.
import { describe, expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, text } from '../../simulator/script/builders'
import { readLastUser } from '../../simulator/script/conversation'
import { ofFork } from '../../simulator/script/request-predicates'
import { atRest, type Conversation, converse, itemsOf, say } from '../../testing/conversation'
import type { TestClient } from '../../testing/test-host'
import { expectWireHolds } from '../../testing/wire-checks'

const FORKS = 4

const agent = (n: number) => call('Agent', { description: `Task ${n}`, prompt: `Do task ${n}.`, isolation: 'none' })

const script = firstOf(scriptByDirective([{ match: /Do task/, script: () => reply(text('Done.')) }]), (ctx) =>
  readLastUser(ctx.body).texts.some((said) => said.startsWith('Fork'))
    ? reply(text('I fork.'), ...Array.from({ length: FORKS }, (_, n) => agent(n)))
    : reply(text('Noted.')),
)

/** The forks a client was told of. */
const created = (client: TestClient) =>
  client.stored().flatMap((event) => (event.type === 'thread.created' && event.thread.parentId ? [event.threadId] : []))

/** Starts a launch; `disturb` is called as soon as the leader is stored and its siblings are not. */
async function disturbed(disturb: (talk: Conversation, leader: string) => Promise<unknown>) {
  const talk = await converse(script)
  const { client, threadId } = talk
  await client.call('turn.send', { threadId, text: 'Fork.' })
  let done: Promise<unknown> | null = null
  await client.until(() => {
    const [leader] = created(client)
    // What a client does in answer comes after what the app did in one go.
    if (leader !== undefined) done ??= Promise.resolve().then(() => disturb(talk, leader))
    return done
  }, 'the leader')
  await done
  return talk
}

const forksOf = async (client: TestClient, sessionId: string) =>
  (await client.call('session.read', { sessionId })).threads.filter(({ parentId }) => parentId !== null)

/** Every call says what is so: it started a fork, or why not. Answers how many did. */
async function expectCallsTellTheTruth(client: TestClient, talk: Conversation): Promise<number> {
  const calls = (await itemsOf(client, talk.threadId)).filter((item) => item.kind === 'tool')
  const forks = await forksOf(client, talk.sessionId)
  expect(calls).toHaveLength(FORKS)
  const started = calls.filter(({ output }) => output.includes('was started in the background'))
  expect(started.flatMap(({ threadIds }) => threadIds ?? []).sort()).toEqual(forks.map(({ id }) => id).sort())
  for (const each of calls) expect(each.endedAt).not.toBeNull()
  return started.length
}

/** The parent goes on, and all that was started has reported to it once. */
async function expectGoesOn(client: TestClient, talk: Conversation): Promise<void> {
  for (const fork of await forksOf(client, talk.sessionId)) {
    if (fork.resumable) await client.call('thread.resume', { threadId: fork.id })
    await client.state(fork.id, 'done')
  }
  const parent = await atRest(client, talk.threadId)
  if (parent.resumable) await client.call('thread.resume', { threadId: talk.threadId })
  await atRest(client, talk.threadId)
  expect((await say(client, talk.threadId, 'What came of it?')).state).toBe('idle')
  await expectWireHolds(client, talk.simulator, talk.sessionId)
}

describe('between the leader and its siblings', () => {
  test('the parent is interrupted: the leader goes on, of the others none is started', async () => {
    const talk = await disturbed(({ client, threadId }) => client.call('turn.interrupt', { threadId }))
    await talk.client.state(talk.threadId, 'interrupted')
    expect(await expectCallsTellTheTruth(talk.client, talk)).toBeGreaterThan(0)
    await expectGoesOn(talk.client, talk)
  })

  test('a call is stopped: its fork is not started, all others are', async () => {
    let stopped = ''
    const talk = await disturbed(async ({ client, threadId }) => {
      const items = client.stored().flatMap((event) => (event.type === 'item.added' ? [event.item] : []))
      const last = items.findLast((item) => item.kind === 'tool')
      stopped = last?.kind === 'tool' ? last.toolUseId : ''
      await client.call('tool.stop', { threadId, toolUseId: stopped })
    })
    await talk.client.until(
      () => talk.client.stored().filter((event) => event.type === 'notification.delivered').length >= FORKS - 1,
      'the reports',
    )
    const started = await expectCallsTellTheTruth(talk.client, talk)
    const call = (await itemsOf(talk.client, talk.threadId)).find(
      (item) => item.kind === 'tool' && item.toolUseId === stopped,
    )
    expect(started).toBe(call?.kind === 'tool' && call.state === 'stopped' ? FORKS - 1 : FORKS)
    await expectGoesOn(talk.client, talk)
  })

  test('the leader is stopped: the next one leads', async () => {
    const talk = await disturbed(({ client }, leader) => client.call('thread.stop', { threadId: leader }))
    await talk.client.until(() => created(talk.client).length === FORKS, 'all forks')
    const forks = await forksOf(talk.client, talk.sessionId)
    await Promise.all(forks.slice(1).map(({ id }) => talk.client.state(id, 'done')))
    expect(talk.client.thread(forks[0]?.id ?? '')?.state).toBe('stopped')
    expect(await expectCallsTellTheTruth(talk.client, talk)).toBe(FORKS)
    await expectGoesOn(talk.client, talk)
  })

  test('all is stopped: nothing is sent afterwards', async () => {
    const talk = await disturbed(({ client, sessionId }) => client.call('session.stopAll', { sessionId }))
    await talk.client.state(talk.threadId, 'interrupted')
    await expectCallsTellTheTruth(talk.client, talk)
    const before = talk.simulator.requests.length
    await talk.client.call('session.read', { sessionId: talk.sessionId })
    expect(talk.simulator.requests.length).toBe(before)
    for (const { state } of await forksOf(talk.client, talk.sessionId)) expect(state).toBe('stopped')
    await expectGoesOn(talk.client, talk)
  })

  test('the app ends: after the next start every call has its answer, and all goes on', async () => {
    const talk = await disturbed(async ({ host }) => host.close())
    const client = await talk.reopen()
    expect(await expectCallsTellTheTruth(client, talk)).toBeGreaterThan(0)
    await expectGoesOn(client, talk)
  })
})

test('a parent that is interrupted while its leader waits for its answer leaves the siblings to be led', async () => {
  const talk = await converse(script)
  const { client, threadId, simulator } = talk
  const hold = simulator.hold(ofFork())
  await client.call('turn.send', { threadId, text: 'Fork.' })
  await hold.arrived
  await client.call('turn.interrupt', { threadId })
  hold.release()
  await client.until(() => created(client).length > 0, 'forks')
  await expectCallsTellTheTruth(client, talk)
  await expectGoesOn(client, talk)
})
