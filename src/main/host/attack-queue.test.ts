// Many at once: places in line, a thousand messages, stopping all of it, and messages that come as a turn ends.
import { expect, test } from 'vitest'
import { errorAnswer } from '../../simulator/faults/fault'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { lastSays, ofFork } from '../../simulator/script/request-predicates'
import { atRest, converse, forkOff, itemsOf, say } from '../../testing/conversation'
import { forkInWorktree, talkInRepository } from '../../testing/repository-talk'
import type { TestClient } from '../../testing/test-host'
import { expectWireHolds } from '../../testing/wire-checks'

const tasks = (count: number) => Array.from({ length: count }, (_, n) => `Task ${n + 1}`)

/** How many of these threads streamed at the same moment, at most. */
function mostAtOnce(client: TestClient, ids: readonly string[]): number {
  const streaming = new Set<string>()
  let most = 0
  for (const event of client.stored()) {
    if (event.type !== 'thread.changed' || !ids.includes(event.threadId)) continue
    if (event.thread.state === 'streaming') streaming.add(event.threadId)
    else streaming.delete(event.threadId)
    most = Math.max(most, streaming.size)
  }
  return most
}

test('sixteen forks with two places: the others say their place in line, and all come to their end', async () => {
  const { client, simulator, threadId, sessionId } = await converse(() => reply(text('Result: done.')))
  await client.call('settings.write', { patch: { 'fork.concurrency': 2, 'fork.gate': 'off' } })
  await say(client, threadId, 'Hi')
  const hold = simulator.hold(ofFork(), { count: 2 })
  const ids = await forkOff(client, threadId, tasks(16))
  await expect.poll(() => hold.held.length).toBe(2)
  const shown = ids.map((id) => [client.thread(id)?.state, client.thread(id)?.stateReason])
  expect(shown).toEqual([
    ['streaming', null],
    ['streaming', null],
    ...ids.slice(2).map((_, n) => ['queued', `Number ${n + 1} in line.`]),
  ])
  await client.call('thread.stop', { threadId: ids[2] ?? '' })
  expect(client.thread(ids[3] ?? '')?.stateReason).toBe('Number 1 in line.')
  hold.release()
  await Promise.all(ids.map((id, n) => client.state(id, n === 2 ? 'stopped' : 'done')))
  expect(mostAtOnce(client, ids)).toBe(2)
  await expectWireHolds(client, simulator, sessionId)
})

test('stopping all ends what runs and what waits, in one go: nobody is started by it, no parent is woken', async () => {
  const agent = (n: number) => call('Agent', { description: `Task ${n}`, prompt: `Do ${n}.`, isolation: 'none' })
  const { client, simulator, threadId, sessionId } = await converse(
    firstOf(
      scriptByDirective([{ match: /Do/, script: () => reply(text('Result: done.')) }]),
      scriptByTurn([reply(agent(1), agent(2), agent(3), agent(4), agent(5)), reply(text('They run.'))]),
    ),
  )
  await client.call('settings.write', { patch: { 'fork.concurrency': 2, 'fork.gate': 'off', 'notify.wake': 'always' } })
  const hold = simulator.hold(ofFork(), { count: 2 })
  await client.call('turn.send', { threadId, text: 'Fork' })
  await client.state(threadId, 'idle')
  await expect.poll(() => hold.held.length).toBe(2)
  const { threadIds } = await client.call('session.stopAll', { sessionId })
  hold.release()
  expect(threadIds).toHaveLength(5)
  const { threads } = await client.call('session.read', { sessionId })
  expect(threads.map((thread) => thread.state)).toEqual(['idle', ...threadIds.map(() => 'stopped')])
  const started = simulator.requests.length
  expect(await client.call('session.stopAll', { sessionId })).toEqual({ threadIds: [] })
  // What the person says next brings the news with it.
  await say(client, threadId, 'What now?')
  expect(simulator.requests.slice(started)).toHaveLength(1)
  const items = await itemsOf(client, threadId)
  expect(items.filter((item) => item.kind === 'notification').map((item) => item.status)).toEqual(
    threadIds.map(() => 'stopped'),
  )
  expect(new Set(simulator.requests.filter(ofFork()).map((request) => request.bodyText)).size).toBe(2)
  await expectWireHolds(client, simulator, sessionId)
})

test('a thousand messages sent at once are queued in order, none is lost, and the host goes on answering', {
  timeout: 60_000,
}, async () => {
  const { client, simulator, threadId } = await converse(() => reply(text('Yes.')))
  const hold = simulator.hold()
  await client.call('turn.send', { threadId, text: 'Message 0' })
  await hold.arrived
  const texts = Array.from({ length: 1000 }, (_, n) => `Message ${n + 1}`)
  const sent = await Promise.all(texts.map((words) => client.call('turn.send', { threadId, text: words })))
  expect(sent.every(({ queued }) => queued)).toBe(true)
  const numbers = new Map<string, number>()
  for (let before: number | undefined; ; ) {
    const page = await client.call('thread.read', { threadId, limit: 200, ...(before ? { before } : {}) })
    for (const turn of page.turns) numbers.set(turn.id, turn.n)
    before = page.turns[0]?.n
    if (!page.more) break
  }
  expect(sent.map(({ turnId }) => numbers.get(turnId))).toEqual(texts.map((_, n) => n + 2))
  // Two of them are seen through; then the person has enough.
  hold.release()
  const third = simulator.hold(lastSays('Message 3'))
  await third.arrived
  await client.call('turn.interrupt', { threadId })
  third.release()
  expect(await atRest(client, threadId)).toMatchObject({ state: 'interrupted' })
  expect(simulator.requests).toHaveLength(4)
  const said = simulator.requests.at(-1)?.bodyText ?? ''
  for (const n of [0, 1, 2, 3]) expect(said.split(`"Message ${n}"`)).toHaveLength(2)
  expect(said).not.toContain('"Message 4"')
})

test('a message steered into a fork whose last answer is already there is answered, not left lying', async () => {
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([
        {
          match: /./,
          script: ({ lastUser }) => reply(text(`Result: ${lastUser.said.includes('blue') ? 'blue' : 'red'}.`)),
        },
      ]),
      () => reply(text('Yes.')),
    ),
  )
  const { client, threadId, simulator, sessionId } = talk
  await say(client, threadId, 'Hi')
  const { id } = await forkInWorktree(talk, 'Paint it')
  // The answer is stored, and git is asked for the facts of the result: the turn has not ended yet.
  await client.until(
    () => client.stored().some((event) => event.type === 'request.finished' && event.threadId === id),
    'the answer',
  )
  const sent = await client.call('turn.send', { threadId: id, text: 'Make it blue', steer: true })
  expect(sent.steered).toBe(true)
  await client.state(id, 'done')
  expect((await itemsOf(client, id)).map((item) => ('text' in item ? item.text : item.kind))).toEqual([
    'Paint it',
    'Result: red.',
    'Make it blue',
    'Result: blue.',
  ])
  await expectWireHolds(client, simulator, sessionId)
})

test('a leader that is stopped, and one that fails, hands on to the next sibling; none waits in vain, none leaves early', async () => {
  const talk = await converse(() => reply(text('Result: done.')))
  const { client, simulator, threadId, sessionId } = talk
  await say(client, threadId, 'Hi')
  const first = simulator.hold(ofFork('Task 1'))
  const ids = await forkOff(client, threadId, tasks(4))
  await first.arrived
  const states = () => ids.map((id) => client.thread(id)?.state)
  expect(states()).toEqual(['streaming', 'warming', 'warming', 'warming'])
  simulator.faults.when(ofFork('Task 2'), errorAnswer('invalid_request_error', 400, 'No.'), 1)
  const third = simulator.hold(ofFork('Task 3'))
  await client.call('thread.stop', { threadId: ids[0] ?? '' })
  first.release()
  await third.arrived
  expect(states()).toEqual(['stopped', 'failed', 'streaming', 'warming'])
  await client.call('thread.stop', { threadId: ids[3] ?? '' })
  third.release()
  await client.state(ids[2] ?? '', 'done')
  expect(states()).toEqual(['stopped', 'failed', 'done', 'stopped'])
  // Whoever was stopped before it sent anything goes on alone.
  await client.call('thread.resume', { threadId: ids[3] ?? '' })
  await client.state(ids[3] ?? '', 'done')
  expect(simulator.requests.filter(ofFork()).map((request) => request.status)).toEqual([200, 400, 200, 200])
  expect((await client.call('session.read', { sessionId })).threads).toHaveLength(5)
})
