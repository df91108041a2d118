// What forks are billed, by the simulator's meter, and what the ledger says of it.
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
import { ofFork, ofParent } from '../../../simulator/script/request-predicates'
import type { RecordedRequest } from '../../../simulator/server/recorded-request'
import { atRest, type Conversation, converse, forkOff, say } from '../../../testing/conversation'

const names = (count: number) => Array.from({ length: count }, (_, n) => `${n}`.padStart(2, '0'))
const agent = (name: string) =>
  call('Agent', { description: `Task ${name}`, prompt: `Do task ${name}.`, isolation: 'none' }, { id: `agent_${name}` })

/** A parent that forks so many times in one message, and forks that make two requests each. */
function fanOut(width: number): Promise<Conversation> {
  const fork = scriptByTurn([reply(call('glob', { pattern: '*' })), reply(text('Done.'))])
  return converse(
    firstOf(
      scriptByDirective([{ match: /./, script: fork }]),
      scriptByTurn([
        reply(text('I look.'), call('glob', { pattern: '*' })),
        reply(thinking('Many.'), ...names(width).map(agent)),
        reply(text('They run.')),
      ]),
    ),
  )
}

/** Sends, and waits until all forks and the parent rest. */
async function run(talk: Conversation, width: number): Promise<void> {
  await talk.client.call('settings.write', { patch: { 'notify.wake': 'never' } })
  await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Go' })
  await talk.client.until(() => {
    const done = new Set(
      talk.client
        .stored()
        .flatMap((event) => (event.type === 'thread.changed' && event.thread.state === 'done' ? [event.threadId] : [])),
    )
    return done.size === width
  }, `${width} forks done`)
  await atRest(talk.client, talk.threadId)
}

const isFirst = (request: RecordedRequest) =>
  ofFork()(request) && !request.bodyText.includes('"role":"assistant","content":[{"type":"tool_use","id":"toolu_')
const firsts = ({ simulator }: Conversation) => simulator.requests.filter(isFirst)
const tokens = (request: RecordedRequest | undefined) => request?.prompt?.tokens ?? 0

describe.each([3, 16])('of %i forks of one message', (width) => {
  test('the first writes what they share, once; every other one writes its directive; none pays the prefix', async () => {
    const talk = await fanOut(width)
    await run(talk, width)
    const parents = talk.simulator.requests.filter(ofParent())
    const [leader, ...others] = firsts(talk)
    expect(others).toHaveLength(width - 1)
    expect(leader?.usage?.cacheRead).toBe(tokens(parents[1]))
    for (const other of others) {
      expect(other.usage?.input).toBe(0)
      expect(other.usage?.cacheRead).toBeGreaterThan(leader?.usage?.cacheRead ?? 0)
      expect(other.usage?.cacheWrite5m).toBeLessThan(120)
      expect(other.receivedAt).toBeGreaterThanOrEqual(leader?.firstEventAt ?? Number.POSITIVE_INFINITY)
    }
    expect(parents[2]?.usage?.cacheRead).toBeGreaterThanOrEqual(tokens(parents[1]))
    const again = await say(talk.client, talk.threadId, 'And?')
    expect(again.state).toBe('idle')
    expect(talk.simulator.requests.at(-1)?.usage?.cacheRead).toBeGreaterThanOrEqual(tokens(parents[2]))
  })
})

test('while the first of three forks has not been answered, the others say that they wait, and send nothing', async () => {
  const talk = await fanOut(3)
  const hold = talk.simulator.hold(ofFork())
  await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Go' })
  await hold.arrived
  const waiting = await talk.client.until(() => {
    const ids = new Set(
      talk.client.stored().flatMap((event) => (event.type === 'thread.changed' ? [event.threadId] : [])),
    )
    const warming = [...ids].filter((id) => talk.client.thread(id)?.state === 'warming')
    return warming.length === 2 && warming
  }, 'two that wait')
  expect(talk.simulator.requests.filter(ofFork())).toHaveLength(1)
  hold.release()
  await Promise.all(waiting.map((id) => talk.client.state(id, 'done')))
})

describe('of forks a person starts', () => {
  test('from a cold prefix one writes all of it, the others read it', async () => {
    const talk = await fanOut(0)
    talk.simulator.script(() => reply(text('Yes.')))
    await say(talk.client, talk.threadId, 'Go')
    talk.simulator.clock.advance(6 * 60_000)
    const forks = await forkOff(
      talk.client,
      talk.threadId,
      names(3).map((name) => `Look at ${name}`),
    )
    await Promise.all(forks.map((id) => talk.client.state(id, 'done')))
    const [leader, ...others] = firsts(talk)
    expect(leader?.usage?.cacheRead).toBe(0)
    for (const other of others) expect(other.usage?.cacheWrite5m).toBeLessThan(120)
  })

  test('each request of a fork reads all of the one before it', async () => {
    const talk = await fanOut(0)
    talk.simulator.script(scriptByTurn([reply(text('Yes.'))]))
    await say(talk.client, talk.threadId, 'Go')
    talk.simulator.script(
      scriptByTurn([...names(4).map((name) => reply(call('glob', { pattern: name }))), reply(text('Done.'))]),
    )
    const [fork = ''] = await forkOff(talk.client, talk.threadId, ['Look'])
    await talk.client.state(fork, 'done')
    const own = talk.simulator.requests.filter(ofFork())
    expect(own).toHaveLength(5)
    for (const [n, request] of own.entries())
      expect(request.usage?.cacheRead).toBe(tokens(n === 0 ? talk.simulator.requests[0] : own[n - 1]))
  })
})

test('the ledger says what was billed, token by token, and what it would have cost without sharing', async () => {
  const talk = await fanOut(3)
  await run(talk, 3)
  const { threads, total } = await talk.client.call('ledger.read', { sessionId: talk.sessionId })
  const billed = talk.simulator.requests.map((request) => request.usage)
  const sum = (pick: (usage: NonNullable<(typeof billed)[number]>) => number) =>
    billed.reduce((all, usage) => all + (usage ? pick(usage) : 0), 0)
  expect(total.usage).toEqual({
    input: sum((usage) => usage.input),
    cacheRead: sum((usage) => usage.cacheRead),
    cacheWrite5m: sum((usage) => usage.cacheWrite5m),
    cacheWrite1h: 0,
    output: sum((usage) => usage.output),
  })
  const { input, cacheRead, cacheWrite5m, output } = total.usage
  expect(total.money.nanoUsd).toBe(input * 4000 + cacheRead * 200 + cacheWrite5m * 5000 + output * 20_000)
  for (const thread of threads.slice(1))
    expect(thread.money.withoutSharingNanoUsd).toBeGreaterThan((thread.money.nanoUsd ?? 0) * 2)
})
