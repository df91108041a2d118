// The gate and the markers by provider, over real HTTP: what is known of each decides when siblings leave and what is sent.
import { describe, expect, test } from 'vitest'
import { firstOf, reply, scriptByDirective, text } from '../../../simulator/script/builders'
import { ofFork } from '../../../simulator/script/request-predicates'
import type { RecordedRequest } from '../../../simulator/server/recorded-request'
import type { SimulatorOptions } from '../../../simulator/server/simulator-options'
import { forkOff, say } from '../../../testing/conversation'
import { namesHere } from '../../../testing/names-here'
import { temporaryFolder } from '../../../testing/temporary-store'
import { openSession, startTestHost } from '../../../testing/test-host'

const DASHSCOPE = 'dashscope-intl.aliyuncs.com'
const ANTHROPIC = 'api.anthropic.com'
const OTHER = 'models.example.test'

/** A session that talks to a simulator under the name of a provider, after its first turn. */
async function talkWith(name: string, simulator: SimulatorOptions = {}, model = 'claude-opus-5-5') {
  namesHere(name)
  const app = await startTestHost({ simulator, env: { ANTHROPIC_BASE_URL: '' } })
  const baseUrl = app.simulator.url.replace('127.0.0.1', name)
  await app.client.call('settings.write', { patch: { baseUrl, 'cache.ttl': '1h' } })
  await app.client.call('settings.write', { patch: { apiKey: 'a-key' } })
  app.simulator.script(
    firstOf(scriptByDirective([{ match: /Look/, script: () => reply(text('Seen this. '.repeat(9))) }]), () =>
      reply(text('Yes.')),
    ),
  )
  const { threadId, sessionId } = await openSession(app.client, temporaryFolder(), { model })
  await say(app.client, threadId, 'Here is much to know. '.repeat(300))
  return { ...app, threadId, sessionId }
}

const directives = ['Look at a', 'Look at b', 'Look at c']

async function forksOf({ client, simulator, threadId }: Awaited<ReturnType<typeof talkWith>>) {
  const ids = await forkOff(client, threadId, directives)
  await Promise.all(ids.map((id) => client.state(id, 'done')))
  const [leader, ...others] = simulator.requests.filter(ofFork())
  return { leader, others }
}

const asksWhy = ({ bodyText }: RecordedRequest) => bodyText.includes('"diagnostics"')

describe('at Anthropic', () => {
  test('siblings leave when the first answer begins; the hour is kept and the question asked', async () => {
    const talk = await talkWith(ANTHROPIC)
    const { leader, others } = await forksOf(talk)
    for (const other of others) {
      expect(other.receivedAt).toBeGreaterThanOrEqual(leader?.firstEventAt ?? Number.POSITIVE_INFINITY)
      expect(other.usage?.cacheWrite1h).toBeLessThan(120)
    }
    expect(talk.simulator.requests.every(asksWhy)).toBe(true)
    expect(leader?.bodyText).toContain('"ttl":"1h"')
  })
})

test('at Anthropic a comparison that is still under way is told as such, and never as a hit', async () => {
  const talk = await talkWith(ANTHROPIC, { diagnostics: 'pending' })
  await say(talk.client, talk.threadId, 'And?')
  const { requests } = await talk.client.call('request.list', { threadId: talk.threadId })
  expect(requests.map((request) => [request.cacheDiagnosis, request.cacheMissReason]).at(-1)).toEqual(['pending', null])
})

describe('at DashScope, where entries are readable only behind the answer', () => {
  test('siblings leave when the first answer has ended, whatever the bound of the hold', async () => {
    const talk = await talkWith(DASHSCOPE, { readableAt: 'end' })
    await talk.client.call('settings.write', { patch: { 'fork.gateHoldMs': 0 } })
    const hold = talk.simulator.hold(ofFork(), { afterEvents: 3 })
    const ids = await forkOff(talk.client, talk.threadId, directives)
    await hold.arrived
    // A whole turn of another thread goes by: time enough for a bound of nothing.
    const beside = await openSession(talk.client, temporaryFolder())
    await say(talk.client, beside.threadId, 'Hello')
    expect(ids.map((id) => talk.client.thread(id)?.state)).toEqual(['streaming', 'warming', 'warming'])
    hold.release()
    await Promise.all(ids.map((id) => talk.client.state(id, 'done')))
    const [leader, ...others] = talk.simulator.requests.filter(ofFork())
    for (const other of others) {
      expect(other.receivedAt).toBeGreaterThanOrEqual(leader?.endedAt ?? Number.POSITIVE_INFINITY)
      expect(other.usage?.cacheWrite5m).toBeLessThan(120)
    }
  })

  test('a session made for an hour sends entries of five minutes and says so; nobody is asked why', async () => {
    const talk = await talkWith(DASHSCOPE, { readableAt: 'end' })
    await forksOf(talk)
    for (const { bodyText } of talk.simulator.requests) {
      expect(bodyText).toContain('"cache_control":{"type":"ephemeral"}')
      expect(bodyText).not.toContain('"ttl"')
    }
    expect(talk.simulator.requests.some(asksWhy)).toBe(false)
    const { session } = await talk.client.call('session.read', { sessionId: talk.sessionId })
    expect([session.cacheTtl, (await talk.client.call('settings.read', {}))['cache.ttl']]).toEqual(['5m', '1h'])
  })
})

describe('at an address nothing is known of', () => {
  test('siblings wait where the ledger shows that it caches, and nobody is asked why', async () => {
    const talk = await talkWith(OTHER)
    const { leader, others } = await forksOf(talk)
    for (const other of others) {
      expect(other.receivedAt).toBeGreaterThanOrEqual(leader?.firstEventAt ?? Number.POSITIVE_INFINITY)
      expect(other.usage?.cacheWrite1h).toBeLessThan(120)
    }
    expect(talk.simulator.requests.some(asksWhy)).toBe(false)
  })

  test('nobody waits where it reported neither a write nor a read, and usage is shown as reported', async () => {
    const talk = await talkWith(OTHER, { models: { 'claude-opus-5-5': { minimumCacheTokens: 1e9 } } })
    const holds = directives.map((directive) => talk.simulator.hold(ofFork(directive)))
    const ids = await forkOff(talk.client, talk.threadId, directives)
    await Promise.all(holds.map((hold) => hold.arrived))
    for (const hold of holds) hold.release()
    await Promise.all(ids.map((id) => talk.client.state(id, 'done')))
    const { requests } = await talk.client.call('request.list', { threadId: ids[0] ?? '' })
    const billed = talk.simulator.requests.find((request) => request.requestId === requests[0]?.requestId)
    expect(requests[0]?.usage).toMatchObject({ input: billed?.usage?.input, cacheRead: 0, cacheWrite5m: 0 })
  })
})
