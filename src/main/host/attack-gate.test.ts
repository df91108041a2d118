// Siblings at the gate when things go another way: refused leaders, few places, settings that change, stops in between.
import { describe, expect, test } from 'vitest'
import { errorAnswer, rateLimited } from '../../simulator/faults/fault'
import { firstOf, reply, scriptByDirective, text } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import { type Conversation, converse, forkOff, say } from '../../testing/conversation'
import type { TestClient } from '../../testing/test-host'

const script = firstOf(scriptByDirective([{ match: /Look/, script: () => reply(text('Seen.')) }]), () =>
  reply(text('Yes.')),
)

const looks = (count: number) => Array.from({ length: count }, (_, n) => `Look at ${n}.`)

async function talked(settings: Record<string, unknown> = {}): Promise<Conversation> {
  const talk = await converse(script)
  await talk.client.call('settings.write', { patch: settings })
  await say(talk.client, talk.threadId, 'Here is something to know.')
  return talk
}

const allIn = (client: TestClient, ids: readonly string[], ...states: Parameters<TestClient['state']>[1][]) =>
  Promise.all(ids.map((id) => client.state(id, ...states)))

/** Forks whose leader's answer is held before it begins, the others held at the gate. */
async function held(count: number, settings: Record<string, unknown> = {}) {
  const talk = await talked(settings)
  const hold = talk.simulator.hold(ofFork())
  const ids = await forkOff(talk.client, talk.threadId, looks(count))
  await hold.arrived
  const [leader = '', ...siblings] = ids
  await allIn(talk.client, siblings, 'warming', 'queued')
  return { ...talk, hold, ids, leader, siblings }
}

const sent = ({ simulator }: Pick<Conversation, 'simulator'>) => simulator.requests.filter(ofFork()).length

/** That no place was lost: as many forks as there are places run at once, and end. */
async function expectPlacesFree({ client, threadId }: Conversation, count: number): Promise<void> {
  const ids = await forkOff(client, threadId, looks(count))
  await allIn(client, ids, 'done')
}

describe('a leader that is refused', () => {
  test.each([
    ['as a bad request', errorAnswer('invalid_request_error', 400, 'no')],
    ['for its key', errorAnswer('authentication_error', 401, 'no')],
    ['for its model', errorAnswer('not_found_error', 404, 'no model')],
  ])('%s fails alone: the next one leads', async (_name, fault) => {
    const talk = await talked()
    talk.simulator.faults.next(fault)
    const [leader = '', ...siblings] = await forkOff(talk.client, talk.threadId, looks(4))
    await talk.client.state(leader, 'failed')
    await allIn(talk.client, siblings, 'done')
    expect(sent(talk)).toBe(4)
    await expectPlacesFree(talk, 2)
  })

  test('by a limit of money pauses, and so does each that would lead after it', async () => {
    const talk = await talked()
    await talk.client.call('settings.write', { patch: { 'budget.group': 1 } })
    const ids = await forkOff(talk.client, talk.threadId, looks(3))
    await allIn(talk.client, ids, 'interrupted')
    expect(sent(talk)).toBe(0)
    await talk.client.call('settings.write', { patch: { 'budget.group': null } })
    for (const id of ids) await talk.client.call('thread.resume', { threadId: id })
    await allIn(talk.client, ids, 'done')
  })
})

describe('a leader that waits for the provider’s limit', () => {
  test('and is stopped hands on the lead, and all can be stopped while they wait', async () => {
    const talk = await talked()
    const { client, sessionId, simulator } = talk
    simulator.faults.next(rateLimited(600))
    const ids = await forkOff(client, talk.threadId, looks(4))
    const [leader = '', second = '', ...others] = ids
    await client.state(leader, 'rate-limited')
    await client.call('thread.stop', { threadId: leader })
    await client.state(second, 'rate-limited')
    await allIn(client, others, 'warming')
    await client.call('session.stopAll', { sessionId })
    await allIn(client, ids, 'stopped')
    expect(sent(talk)).toBe(1)
    for (const id of ids.slice(1)) expect((await client.call('request.list', { threadId: id })).requests).toEqual([])
    const next = await talk.reopen() // what waits for a limit does not hold up the end
    for (const id of ids) await next.call('thread.resume', { threadId: id })
    await allIn(next, ids, 'done')
  })
})

describe('with few places', () => {
  test.each([1, 2, 3])('%i: five siblings get through, nobody holds the place of its leader', async (places) => {
    const talk = await talked({ 'fork.concurrency': places })
    await allIn(talk.client, await forkOff(talk.client, talk.threadId, looks(5)), 'done')
    expect(sent(talk)).toBe(5)
  })

  test('a leader that is stopped before its answer begins leaves its place and the lead', async () => {
    const scene = await held(5, { 'fork.concurrency': 2 })
    await scene.client.call('thread.stop', { threadId: scene.leader })
    await allIn(scene.client, scene.siblings, 'done')
    expect(scene.client.thread(scene.leader)?.state).toBe('stopped')
    scene.hold.release()
    await scene.client.call('thread.resume', { threadId: scene.leader })
    await scene.client.state(scene.leader, 'done')
  })
})

describe('siblings that are held', () => {
  test('leave when the gate is switched off', async () => {
    const scene = await held(4)
    await scene.client.call('settings.write', { patch: { 'fork.gate': 'off' } })
    await allIn(scene.client, scene.siblings, 'done')
    expect(scene.client.thread(scene.leader)?.state).toBe('streaming')
    scene.hold.release()
    await scene.client.state(scene.leader, 'done')
  })

  test('wait for nothing where they may be held for no time', async () => {
    const talk = await talked({ 'fork.gateHoldMs': 0 })
    const hold = talk.simulator.hold(ofFork('Look at 0'))
    const [leader = '', ...siblings] = await forkOff(talk.client, talk.threadId, looks(4))
    await allIn(talk.client, siblings, 'done')
    hold.release()
    await talk.client.state(leader, 'done')
  })

  test('are stopped without a request, wait again when they are resumed, and leave with the others', async () => {
    const { hold, leader, siblings, client, ...talk } = await held(4)
    const [second = '', ...others] = siblings
    await client.call('thread.stop', { threadId: second })
    expect(client.thread(second)?.state).toBe('stopped')
    await client.call('thread.resume', { threadId: second })
    await client.state(second, 'warming')
    await client.call('turn.interrupt', { threadId: second })
    await client.call('thread.resume', { threadId: second })
    await client.state(second, 'warming')
    expect(sent(talk)).toBe(1)
    hold.release()
    await allIn(client, [leader, second, ...others], 'done')
    expect(sent(talk)).toBe(4)
    expect((await client.call('request.list', { threadId: second })).requests).toHaveLength(1)
  })

  test('are stopped with all others, and nothing of them is sent afterwards', async () => {
    const scene = await held(5)
    await scene.client.call('session.stopAll', { sessionId: scene.sessionId })
    await allIn(scene.client, scene.ids, 'stopped')
    scene.hold.release()
    expect(sent(scene)).toBe(1)
    await expectPlacesFree(scene, 4)
    for (const id of scene.ids) expect(scene.client.thread(id)?.state).toBe('stopped')
    expect(sent(scene)).toBe(5)
  })

  test('of one group are not held by the leader of another', async () => {
    const { hold, ...scene } = await held(3)
    const others = await forkOff(scene.client, scene.threadId, looks(3))
    await allIn(scene.client, others, 'done')
    expect(sent(scene)).toBe(4)
    hold.release()
    await allIn(scene.client, scene.ids, 'done')
  })

  test('are sixteen at most, and each may be let go by itself', async () => {
    const scene = await held(16, { 'fork.concurrency': 16 })
    for (const id of scene.siblings) await scene.client.call('thread.startNow', { threadId: id })
    await allIn(scene.client, scene.siblings, 'done')
    expect(sent(scene)).toBe(16)
    scene.hold.release()
    await scene.client.state(scene.leader, 'done')
  })

  test('are interrupted by the end of the app and lead anew after the next start', async () => {
    const scene = await held(4)
    const client = await scene.reopen()
    scene.hold.release()
    const { threads } = await client.call('session.read', { sessionId: scene.sessionId })
    expect(threads.filter(({ id }) => scene.ids.includes(id)).map(({ state }) => state)).toEqual(
      scene.ids.map(() => 'interrupted'),
    )
    for (const id of scene.ids) await client.call('thread.resume', { threadId: id })
    await allIn(client, scene.ids, 'done')
  })
})
