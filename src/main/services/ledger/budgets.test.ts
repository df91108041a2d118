// Limits on money, through a whole host: what would exceed one pauses before it is sent, and goes on when the limit is raised.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Settings } from '../../../shared/domain/settings'
import { rateLimited } from '../../../simulator/faults/fault'
import { reply, text } from '../../../simulator/script/builders'
import { lastSays, ofFork } from '../../../simulator/script/request-predicates'
import { atRest, type Conversation, converse, forkOff, say } from '../../../testing/conversation'
import { talkInRepository } from '../../../testing/repository-talk'

const answer = () => reply(text('Here.'))

/** A session whose first turn is done, with what that cost (NanoUsd). */
async function spentOneTurn(): Promise<Conversation & { spent: number }> {
  const talk = await converse(answer)
  expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
  return { ...talk, spent: await costOf(talk) }
}

async function costOf({ client, threadId }: Conversation, id = threadId): Promise<number> {
  const { requests } = await client.call('request.list', { threadId: id })
  return requests.reduce((sum, request) => sum + (request.money.nanoUsd ?? 0), 0)
}

function limit({ client }: Conversation, patch: Partial<Settings>) {
  return client.call('settings.write', { patch })
}

describe('a request that would exceed a limit', () => {
  test('of the session is not sent: the turn pauses, says by how much, and goes on when the limit is raised', async () => {
    const talk = await spentOneTurn()
    await limit(talk, { 'budget.session': talk.spent + 1_000 })
    const paused = await say(talk.client, talk.threadId, 'B')
    expect(paused).toMatchObject({
      state: 'interrupted',
      resumable: true,
      stateReason: expect.stringMatching(
        /^The next request \(about \$0\.\d{4}\) would exceed the limit budget\.session: \$0\.\d{4} of \$0\.\d{4} are spent or under way\./,
      ),
    })
    expect(talk.simulator.requests).toHaveLength(1)
    await limit(talk, { 'budget.session': null })
    await talk.client.call('thread.resume', { threadId: talk.threadId })
    expect((await atRest(talk.client, talk.threadId)).state).toBe('idle')
    expect(talk.simulator.requests).toHaveLength(2)
  })

  test('of a fork by its own forecast pauses it before its first request', async () => {
    const talk = await spentOneTurn()
    await limit(talk, { 'budget.fork': 1_000 })
    const [id = ''] = await forkOff(talk.client, talk.threadId, ['Go'])
    expect(await atRest(talk.client, id)).toMatchObject({
      state: 'interrupted',
      resumable: true,
      stateReason: expect.stringContaining('budget.fork'),
    })
    expect(talk.simulator.requests).toHaveLength(1)
    expect((await say(talk.client, talk.threadId, 'The parent goes on')).state).toBe('idle')
    await limit(talk, { 'budget.fork': null })
    await talk.client.call('thread.resume', { threadId: id })
    expect((await talk.client.state(id, 'done')).state).toBe('done')
  })

  test('together with what a sibling has under way pauses, though nothing of that is billed yet', async () => {
    const talk = await spentOneTurn()
    const [first = ''] = await forkOff(talk.client, talk.threadId, ['Alone'])
    await talk.client.state(first, 'done')
    await limit(talk, { 'budget.group': 1.5 * (await costOf(talk, first)), 'fork.gate': 'off' })
    const hold = talk.simulator.hold(ofFork())
    const [leader = '', second = ''] = await forkOff(talk.client, talk.threadId, ['One', 'Two'])
    await hold.arrived
    const paused = await Promise.race([leader, second].map((id) => talk.client.state(id, 'interrupted')))
    expect(paused.stateReason).toContain('budget.group')
    hold.release()
    await talk.client.state(paused.id === leader ? second : leader, 'done')
  })

  test('of the day counts every session', async () => {
    const talk = await spentOneTurn()
    await limit(talk, { 'budget.day': talk.spent + 1_000 })
    const { projectId } = (await talk.client.call('session.read', { sessionId: talk.sessionId })).session
    const other = await talk.client.call('session.create', { projectId })
    await talk.client.call('session.subscribe', { sessionId: other.sessionId })
    const paused = await say(talk.client, other.threadId, 'B')
    expect(paused.stateReason).toContain('budget.day')
    expect(talk.simulator.requests).toHaveLength(1)
  })
})

describe('a limit that is used up', () => {
  test('pauses a fork that waits in line when its place comes, and sends nothing', async () => {
    const talk = await spentOneTurn()
    await limit(talk, { 'fork.concurrency': 1 })
    const hold = talk.simulator.hold(ofFork())
    const [first = '', second = ''] = await forkOff(talk.client, talk.threadId, ['One', 'Two'])
    await hold.arrived
    await limit(talk, { 'budget.group': 500_000 })
    hold.release()
    await talk.client.state(first, 'done')
    expect(await talk.client.state(second, 'interrupted')).toMatchObject({
      stateReason: expect.stringMatching(/^The limit budget\.group \(\$0\.0005\) is used up\./),
      resumable: true,
    })
    expect(talk.simulator.requests).toHaveLength(2)
  })

  test('is looked at before a fork is launched: no worktree is made for one that only pauses', async () => {
    const talk = await talkInRepository(answer)
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    const hold = talk.simulator.hold(ofFork())
    await talk.client.call('settings.write', { patch: { 'fork.concurrency': 1 } })
    const directives = ['One', 'Two']
    const { threadIds } = await talk.client.call('fork.start', { threadId: talk.threadId, directives })
    const [, second = ''] = threadIds
    await hold.arrived
    await talk.client.call('settings.write', { patch: { 'budget.group': 500_000 } })
    hold.release()
    await talk.client.state(second, 'interrupted')
    const { worktree } = await talk.client.call('worktree.read', { threadId: second })
    const { client } = await talk.restart() // waits for worktrees that are being made
    expect(existsSync(worktree.path)).toBe(false)
    await client.call('session.subscribe', { sessionId: talk.sessionId })
    await client.call('settings.write', { patch: { 'budget.group': null } })
    await client.call('thread.resume', { threadId: second })
    await client.state(second, 'done')
    expect(existsSync(worktree.path)).toBe(true)
  })

  test('while a request waited for the provider keeps it from being sent again', async () => {
    const talk = await spentOneTurn()
    talk.simulator.faults.when(lastSays('B'), rateLimited(0.3), 1)
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'B' })
    await talk.client.state(talk.threadId, 'rate-limited')
    await limit(talk, { 'budget.session': talk.spent })
    const paused = await atRest(talk.client, talk.threadId)
    expect(paused).toMatchObject({ state: 'interrupted', stateReason: expect.stringContaining('is used up') })
    expect(talk.simulator.requests).toHaveLength(2)
  })
})

test('what has no price is not counted, and does not hide what has one', async () => {
  const talk = await converse(answer, {
    session: { model: 'claude-unpriced' },
    simulator: { models: { 'claude-unpriced': {} } },
  })
  await limit(talk, { 'budget.session': 1_000 })
  expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
  await talk.client.call('thread.configure', { threadId: talk.threadId, model: 'claude-opus-5-5' })
  const paused = await say(talk.client, talk.threadId, 'B')
  expect(paused.stateReason).toContain('budget.session')
  await limit(talk, { 'budget.session': null })
  await talk.client.call('thread.resume', { threadId: talk.threadId })
  await talk.client.state(talk.threadId, 'idle')
  await limit(talk, { 'budget.session': 1_000 })
  await talk.client.call('thread.configure', { threadId: talk.threadId, model: 'claude-unpriced' })
  expect((await say(talk.client, talk.threadId, 'C')).stateReason).toContain('is used up')
})
