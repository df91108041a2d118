// What is frozen stays frozen: across restarts, settings, and a person's choices in mid-turn.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  call,
  firstOf,
  reply,
  scriptByDirective,
  scriptByTurn,
  text,
  thinking,
} from '../../../simulator/script/builders'
import { ofFork } from '../../../simulator/script/request-predicates'
import { type Conversation, converse, forkOff, say } from '../../../testing/conversation'
import { comparable, expectRepeats, expectWireHolds, messagesOf } from '../../../testing/wire-checks'

const answer = () => reply(thinking('…'), text('One.'))
const bodies = ({ simulator }: Conversation) => simulator.requests.map((request) => request.bodyText)
const ledger = async ({ client, threadId }: Conversation) => (await client.call('request.list', { threadId })).requests
const thinkingBlocks = (body: string) =>
  messagesOf(body).flatMap((message) => message.content.filter((block) => block.type === 'thinking'))

describe('the prefix of a thread', () => {
  test('is the same after a restart, with other settings and another CLAUDE.md', async () => {
    const talk = await converse(answer, { files: { 'CLAUDE.md': 'Use tabs.' } })
    await say(talk.client, talk.threadId, 'A')
    writeFileSync(join(talk.folder, 'CLAUDE.md'), 'Use spaces.')
    await talk.client.call('settings.write', {
      patch: { model: 'claude-sonnet-5-5', effort: 'max', 'cache.ttl': '1h' },
    })
    const client = await talk.reopen()
    await say(client, talk.threadId, 'B')
    expectRepeats(bodies(talk)[1] ?? '', bodies(talk)[0] ?? '')
    expect(bodies(talk)[1]).not.toContain('"ttl":"1h"')
    await expectWireHolds(client, talk.simulator, talk.sessionId)
    expect((await ledger({ ...talk, client }))[1]?.usage.cacheRead).toBeGreaterThan(0)
  })

  test('of a session with entries for an hour marks every entry so, also in a fork and after a restart', async () => {
    const talk = await converse(answer)
    await talk.client.call('settings.write', { patch: { 'cache.ttl': '1h' } })
    const { session } = await talk.client.call('session.read', { sessionId: talk.sessionId })
    const { threadId, sessionId } = await talk.client.call('session.create', { projectId: session.projectId })
    await talk.client.call('session.subscribe', { sessionId })
    await say(talk.client, threadId, 'A')
    await talk.client.call('settings.write', { patch: { 'cache.ttl': '5m' } })
    const { client } = await talk.restart()
    await client.call('session.subscribe', { sessionId })
    const [fork = ''] = await forkOff(client, threadId, ['Go'])
    await client.state(fork, 'done')
    for (const body of bodies(talk)) {
      expect(body).toContain('"cache_control":{"type":"ephemeral","ttl":"1h"}')
      expect(body).not.toContain('"cache_control":{"type":"ephemeral"}')
    }
    const { requests } = await client.call('request.list', { threadId: fork })
    expect(requests[0]?.usage).toMatchObject({ cacheWrite5m: 0 })
    expect(requests[0]?.usage.cacheWrite1h).toBe(talk.simulator.requests[1]?.usage?.cacheWrite1h)
  })
})

describe('a model chosen by the person', () => {
  test('holds from the next turn on: a turn under way keeps its prefix and its price', async () => {
    const talk = await converse(
      scriptByTurn([reply(thinking('…'), call('glob', { pattern: '*' })), reply(text('Done.'))]),
    )
    const hold = talk.simulator.hold(() => true, { afterEvents: 1 })
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await hold.arrived
    const changed = await talk.client.call('thread.configure', { threadId: talk.threadId, model: 'claude-sonnet-5-5' })
    expect(changed).toEqual({ cacheStartsAgain: true })
    hold.release()
    await talk.client.state(talk.threadId, 'idle')
    talk.simulator.script(answer)
    await say(talk.client, talk.threadId, 'B')
    expect((await ledger(talk)).map((request) => [request.model, request.firstDifference])).toEqual([
      ['claude-opus-5-5', null],
      ['claude-opus-5-5', null],
      ['claude-sonnet-5-5', 'model: claude-opus-5-5 → claude-sonnet-5-5 (new epoch)'],
    ])
    expectRepeats(bodies(talk)[1] ?? '', bodies(talk)[0] ?? '')
  })

  test('leaves tools, system and thinking as they are: only what was chosen differs, and the cache is told to start again', async () => {
    const talk = await converse(answer)
    await say(talk.client, talk.threadId, 'A')
    await talk.client.call('thread.configure', { threadId: talk.threadId, effort: 'low' })
    await say(talk.client, talk.threadId, 'B')
    const [before, after] = bodies(talk).map(comparable)
    expect(after?.head).toBe(`${before?.head.slice(0)},"output_config":{"effort":"low"}`)
    expect(thinkingBlocks(bodies(talk)[1] ?? '')).toHaveLength(1)
    const rows = await ledger(talk)
    expect(rows.map((request) => request.firstDifference)).toEqual([
      null,
      'output_config.effort: not sent → low (new epoch)',
    ])
    expect(rows[1]?.prefix.sharedWithPrevious).toBe(0)
    expect(talk.simulator.requests.map((request) => request.status)).toEqual([200, 200])
  })

  test('while calls wait for their results keeps the thinking that led to them', async () => {
    const talk = await converse(
      scriptByTurn([reply(thinking('I sleep.'), call('bash', { command: 'sleep 300' }, { id: 's1' }))]),
    )
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await talk.client.until(() => talk.client.thread(talk.threadId)?.activity?.startsWith('bash'), 'the call')
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    await talk.client.call('thread.configure', { threadId: talk.threadId, model: 'claude-sonnet-5-5' })
    talk.simulator.script(answer)
    await talk.client.call('thread.resume', { threadId: talk.threadId })
    await talk.client.state(talk.threadId, 'idle')
    expect(talk.simulator.requests.map((request) => [request.status, request.error?.message])).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    expect(thinkingBlocks(bodies(talk)[1] ?? '')).toHaveLength(1)
  })

  test('does not reach a fork of what was said before: it repeats what its parent sent, with what it was sent with', async () => {
    const talk = await converse(answer, { session: { effort: 'high' } })
    await say(talk.client, talk.threadId, 'A')
    await talk.client.call('thread.configure', {
      threadId: talk.threadId,
      model: 'claude-sonnet-5-5',
      effort: 'low',
      thinking: 'off',
    })
    const [early = ''] = await forkOff(talk.client, talk.threadId, ['early'])
    const forked = await talk.client.state(early, 'done')
    expect(forked).toMatchObject({ model: 'claude-opus-5-5' })
    await say(talk.client, talk.threadId, 'B')
    const turns = (await talk.client.call('thread.read', { threadId: talk.threadId })).turns.map((turn) => turn.id)
    for (const [n, directive] of ['of the first', 'of the second'].entries()) {
      const [id = ''] = await forkOff(talk.client, talk.threadId, [directive], { turnId: turns[n] ?? '' })
      await talk.client.state(id, 'done')
    }
    const [first, second] = talk.simulator.requests.filter((request) => !ofFork()(request))
    const fork = (directive: string) => talk.simulator.requests.find(ofFork(directive))
    expectRepeats(fork('early')?.bodyText ?? '', first?.bodyText ?? '')
    expectRepeats(fork('of the first')?.bodyText ?? '', first?.bodyText ?? '')
    expectRepeats(fork('of the second')?.bodyText ?? '', second?.bodyText ?? '')
    expect(fork('of the second')?.body).toMatchObject({ model: 'claude-sonnet-5-5' })
    expect(talk.simulator.requests.map((request) => request.status)).toEqual([200, 200, 200, 200, 200])
  })

  test('for a fork that has run shares nothing with its parent any more, and the ledger says so', async () => {
    const talk = await converse(
      firstOf(scriptByDirective([{ match: /./, script: () => reply(text('Forked.')) }]), answer),
    )
    await say(talk.client, talk.threadId, 'A')
    const [fork = ''] = await forkOff(talk.client, talk.threadId, ['Go'])
    await talk.client.state(fork, 'done')
    await talk.client.call('thread.configure', { threadId: fork, model: 'claude-sonnet-5-5' })
    await talk.client.call('thread.resume', { threadId: fork, text: 'More' })
    await talk.client.until(() => talk.simulator.requests.length === 3 && talk.client.thread(fork)?.state === 'done')
    const { requests } = await talk.client.call('request.list', { threadId: fork })
    expect(requests.map((request) => [request.prefix.sharedWithParent > 0, request.firstDifference])).toEqual([
      [true, null],
      [false, 'model: claude-opus-5-5 → claude-sonnet-5-5 (new epoch)'],
    ])
  })
})
