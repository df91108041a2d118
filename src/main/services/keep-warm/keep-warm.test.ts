// Keeping warm over real HTTP: what is sent, what it costs, when it ends, and that nothing else notices.
import { describe, expect, test } from 'vitest'
import type { CommandInput } from '../../../shared/contract/commands'
import { errorAnswer, rateLimited } from '../../../simulator/faults/fault'
import { reply, text, thinking } from '../../../simulator/script/builders'
import type { RecordedRequest } from '../../../simulator/server/recorded-request'
import type { SimulatorOptions } from '../../../simulator/server/simulator-options'
import { type Conversation, converse, forkOff, say } from '../../../testing/conversation'
import { MovedClock } from '../../../testing/moved-clock'

const MINUTE = 60_000

const isRefresh = (request: RecordedRequest) => request.body?.max_tokens === 0

/** A thread at rest that has said something long, and a clock both sides go by. */
async function atRest(
  options: { session?: Partial<CommandInput<'session.create'>>; simulator?: SimulatorOptions } = {},
) {
  const clock = new MovedClock()
  const talk = await converse(() => reply(thinking('Hm.'), text('Yes.')), {
    simulator: { now: () => clock.now(), ...options.simulator },
    config: { clock },
    session: { model: 'claude-opus-5-5', ...options.session },
  })
  await say(talk.client, talk.threadId, 'Here is much to know. '.repeat(300))
  return { talk, clock, ...talk }
}

const refreshesOf = ({ simulator }: Conversation) => simulator.requests.filter(isRefresh)

/** Resolves when the ledger has so many refreshes of a thread, and how they stand is told. */
function refreshed({ client, threadId }: Conversation, count: number) {
  return client.until(() => {
    const finished = client
      .stored()
      .filter((event) => event.type === 'request.finished' && event.request.purpose === 'keep-warm')
    return finished.length === count && client.thread(threadId)?.keepWarm?.refreshes === count
  }, `${count} refreshes`)
}

describe('a thread that is kept warm', () => {
  test('is read again shortly before its entry expires, as often and as dear as was said, and then no more', async () => {
    const { talk, clock, client, threadId } = await atRest()
    const { keepWarm: said } = await client.call('thread.forecast', { threadId, keepWarmMinutes: 16 })
    expect(said).toMatchObject({ refreshes: 3 })
    expect(await client.call('thread.keepWarm', { threadId, minutes: 16 })).toMatchObject({ refreshes: 3 })
    expect(refreshesOf(talk)).toHaveLength(0)
    for (let n = 1; n <= 3; n++) {
      clock.advance(4.6 * MINUTE)
      await refreshed(talk, n)
    }
    clock.advance(60 * MINUTE)
    await client.until(() => client.thread(threadId)?.keepWarm === null, 'the end')
    const sent = refreshesOf(talk)
    expect(sent.map((request) => [request.status, request.stopReason])).toEqual(Array(3).fill([200, 'max_tokens']))
    const { requests } = await client.call('request.list', { threadId })
    const rows = requests.filter((request) => request.purpose === 'keep-warm')
    const billed = rows.reduce((sum, row) => sum + (row.money.nanoUsd ?? 0), 0)
    expect(billed).toBeGreaterThan(0)
    expect(Math.abs(billed - (said?.nanoUsd ?? 0))).toBeLessThan(billed * 0.02)
    for (const row of rows) {
      expect(row.usage.cacheWrite5m + row.usage.output).toBe(0)
      expect(row.forecast?.usage).toEqual(row.usage)
      expect(row.outcome).toBe('ok')
    }
  })

  test('repeats the exact prefix of the last request without room for an answer, and the ledger gives its text back', async () => {
    const { talk, clock, client, simulator, threadId, sessionId } = await atRest()
    await client.call('thread.keepWarm', { threadId, minutes: 10 })
    clock.advance(4.6 * MINUTE)
    await refreshed(talk, 1)
    const [turn, refresh] = simulator.requests
    expect(refresh?.bodyText).toBe(
      turn?.bodyText.replace(`"max_tokens":${turn.body?.max_tokens},`, '"max_tokens":0,').replace(',"stream":true', ''),
    )
    expect(refresh?.usage?.cacheRead).toBe(turn?.prompt?.tokens)
    const { requests } = await client.call('request.list', { threadId })
    const row = requests.find((request) => request.purpose === 'keep-warm')
    expect((await client.call('request.read', { requestId: row?.id ?? '' })).body).toBe(refresh?.bodyText)
    const { total } = await client.call('ledger.read', { sessionId })
    const onTheWire = (pick: 'cacheRead' | 'cacheWrite5m' | 'output') =>
      simulator.requests.reduce((sum, request) => sum + (request.usage?.[pick] ?? 0), 0)
    for (const pick of ['cacheRead', 'cacheWrite5m', 'output'] as const) expect(total.usage[pick]).toBe(onTheWire(pick))
  })

  test('goes on and is forked as if nothing had been sent, but from the cache', async () => {
    const { talk, clock, client, simulator, threadId } = await atRest()
    const steps = client.thread(threadId)?.steps
    const warmUntil = client.thread(threadId)?.warmUntil ?? 0
    await client.call('thread.keepWarm', { threadId, minutes: 9 })
    clock.advance(4.6 * MINUTE)
    await refreshed(talk, 1)
    const kept = client.thread(threadId)
    expect(kept).toMatchObject({ state: 'idle', steps })
    expect(kept?.warmUntil).toBeGreaterThan(warmUntil + 4 * MINUTE)
    clock.advance(3 * MINUTE)
    expect(await client.call('fork.forecast', { threadId, directives: ['Look'] })).toMatchObject({ warm: true })
    const [fork = ''] = await forkOff(client, threadId, ['Look'])
    await client.state(fork, 'done')
    await say(client, threadId, 'And?')
    const [first, , ofFork, next] = simulator.requests
    expect(ofFork?.usage?.cacheRead).toBe(first?.prompt?.tokens)
    expect(next?.usage?.cacheRead).toBe(first?.prompt?.tokens)
    for (const id of [fork, threadId]) {
      const last = (await client.call('request.list', { threadId: id })).requests.at(-1)
      expect(last?.firstDifference).toBeNull()
      expect(last?.forecast?.usage.cacheRead).toBe(first?.prompt?.tokens)
    }
    expect((await client.call('thread.read', { threadId })).turns).toHaveLength(2)
  })

  test('asks nothing about the cache, and the next turn refers to the answer before', async () => {
    const clock = new MovedClock()
    const talk = await converse(() => reply(text('Yes.')), { config: { clock, demo: true } })
    await say(talk.client, talk.threadId, 'Here is much to know. '.repeat(300))
    await talk.client.call('thread.keepWarm', { threadId: talk.threadId, minutes: 9 })
    clock.advance(4.6 * MINUTE)
    await refreshed(talk, 1)
    await say(talk.client, talk.threadId, 'And?')
    const { requests } = await talk.client.call('request.list', { threadId: talk.threadId })
    const bodies = await Promise.all(
      requests.map(async ({ id }) => (await talk.client.call('request.read', { requestId: id })).body),
    )
    const refresh = requests.findIndex((request) => request.purpose === 'keep-warm')
    expect(bodies[refresh]).not.toContain('diagnostics')
    expect(bodies.at(-1)).toMatch(/"previous_message_id":"msg_/)
    expect(requests[refresh]?.cacheDiagnosis).toBe('none')
    expect(requests.at(-1)).toMatchObject({ cacheDiagnosis: 'matched', cacheMissReason: null })
  })
})

describe('it ends', () => {
  test('when the thread sends, and sends nothing more', async () => {
    const { talk, clock, client, threadId } = await atRest()
    await client.call('thread.keepWarm', { threadId, minutes: 60 })
    await say(client, threadId, 'And?')
    expect(client.thread(threadId)?.keepWarm).toBeNull()
    clock.advance(60 * MINUTE)
    await say(client, threadId, 'And then?')
    expect(refreshesOf(talk)).toEqual([])
  })

  test('when the person says so, also twice', async () => {
    const { talk, clock, client, threadId } = await atRest()
    await client.call('thread.keepWarm', { threadId, minutes: 60 })
    expect(client.thread(threadId)?.keepWarm).toMatchObject({ state: 'on', refreshes: 0, reason: null })
    for (let n = 0; n < 2; n++)
      expect(await client.call('thread.keepWarm', { threadId, minutes: 0 })).toMatchObject({
        untilAt: null,
        nanoUsd: 0,
      })
    expect(client.thread(threadId)?.keepWarm).toBeNull()
    clock.advance(60 * MINUTE)
    await say(client, threadId, 'And?')
    expect(refreshesOf(talk)).toEqual([])
  })

  test('with a restart, and says so until the thread is written to', async () => {
    const { talk, client, threadId } = await atRest()
    await client.call('thread.keepWarm', { threadId, minutes: 60 })
    const again = await talk.reopen()
    const { threads } = await again.call('session.read', { sessionId: talk.sessionId })
    expect(threads[0]?.keepWarm).toMatchObject({
      state: 'ended',
      nextAt: null,
      reason: expect.stringContaining('Off since the app was started again'),
    })
    await say(again, threadId, 'And?')
    expect(again.thread(threadId)?.keepWarm).toBeNull()
    expect(refreshesOf(talk)).toEqual([])
  })

  test('and says why, where the provider refuses a request without an answer', async () => {
    const { talk, clock, client, simulator, threadId } = await atRest()
    simulator.faults.when(isRefreshText, errorAnswer('invalid_request_error', 400, 'max_tokens: must be at least 1'))
    await client.call('thread.keepWarm', { threadId, minutes: 60 })
    clock.advance(4.6 * MINUTE)
    const { keepWarm } = await client.until(() => {
      const thread = client.thread(threadId)
      return thread?.keepWarm?.state === 'ended' && thread
    }, 'the end')
    expect(keepWarm).toMatchObject({ nextAt: null, reason: expect.stringContaining('must be at least 1') })
    const { requests } = await client.call('request.list', { threadId })
    expect(requests.at(-1)).toMatchObject({ purpose: 'keep-warm', outcome: 'refused', money: { nanoUsd: 0 } })
    expect(talk.client.thread(threadId)?.state).toBe('idle')
  })

  test('where it went cold meanwhile: what would be written anew was not agreed', async () => {
    const { talk, clock, client, threadId } = await atRest()
    await client.call('thread.keepWarm', { threadId, minutes: 60 })
    clock.sleep(10 * MINUTE)
    clock.advance(0)
    await client.until(() => client.thread(threadId)?.keepWarm?.state === 'ended', 'the end')
    expect(client.thread(threadId)?.keepWarm?.reason).toContain('It went cold')
    expect(refreshesOf(talk)).toEqual([])
  })
})

/** Faults are looked up before a body is judged. */
const isRefreshText = (request: RecordedRequest) => request.bodyText.includes('"max_tokens":0')

describe('it costs only what was agreed', () => {
  test('a cold thread is warmed again at once, at the price of a write, which is told before', async () => {
    const { talk, clock, client, threadId } = await atRest()
    clock.advance(20 * MINUTE)
    const said = await client.call('thread.keepWarm', { threadId, minutes: 9 })
    expect(said.first.usage.cacheWrite5m).toBeGreaterThan(said.each.usage.cacheWrite5m)
    expect(said.first.nanoUsd).toBeGreaterThan((said.each.nanoUsd ?? 0) * 10)
    await refreshed(talk, 1)
    const [refresh] = refreshesOf(talk)
    expect(refresh?.usage).toMatchObject({ cacheRead: 0, cacheWrite5m: said.first.usage.cacheWrite5m })
    clock.advance(4.6 * MINUTE)
    await refreshed(talk, 2)
    expect(refreshesOf(talk)[1]?.usage?.cacheWrite5m).toBe(0)
  })

  test('a limit that is used up pauses it, and it goes on when the limit is raised in time', async () => {
    const { talk, clock, client, threadId } = await atRest()
    await client.call('thread.keepWarm', { threadId, minutes: 60 })
    await client.call('settings.write', { patch: { 'budget.session': 1 } })
    clock.advance(4.6 * MINUTE)
    await client.until(() => client.thread(threadId)?.keepWarm?.state === 'paused', 'the pause')
    expect(client.thread(threadId)?.keepWarm?.reason).toContain('budget.session')
    expect(refreshesOf(talk)).toEqual([])
    await client.call('settings.write', { patch: { 'budget.session': null } })
    await refreshed(talk, 1)
    await client.call('settings.write', { patch: { 'budget.session': 1 } })
    clock.advance(4.6 * MINUTE)
    await client.until(() => client.thread(threadId)?.keepWarm?.state === 'paused', 'the pause')
    clock.advance(MINUTE)
    await client.until(() => client.thread(threadId)?.keepWarm?.state === 'ended', 'the end')
    expect(client.thread(threadId)?.keepWarm?.reason).toMatch(/budget\.session.*went cold/)
    expect(refreshesOf(talk)).toHaveLength(1)
    expect(await client.fails('thread.keepWarm', { threadId, minutes: 5 })).toMatchObject({ code: 'budget.exceeded' })
  })
})

test('a rate limit pauses it and says until when; it is sent once, however often settings are written meanwhile', async () => {
  const { talk, clock, client, simulator, threadId } = await atRest()
  simulator.faults.when(isRefreshText, rateLimited(20), 1)
  await client.call('thread.keepWarm', { threadId, minutes: 9 })
  clock.advance(4.5 * MINUTE)
  await client.until(() => client.thread(threadId)?.keepWarm?.state === 'paused', 'the pause')
  expect(client.thread(threadId)?.keepWarm?.reason).toContain('429')
  await client.call('settings.write', { patch: { theme: 'dark' } })
  clock.advance(25_000)
  await client.until(() => client.thread(threadId)?.keepWarm?.refreshes === 1, 'the refresh')
  expect(client.thread(threadId)?.keepWarm).toMatchObject({ state: 'on', reason: null })
  const { requests } = await client.call('request.list', { threadId })
  expect(requests.filter((row) => row.purpose === 'keep-warm').map((row) => row.outcome)).toEqual(['retried', 'ok'])
  expect(talk.simulator.requests.filter(isRefreshText)).toHaveLength(2)
})

describe('there is nothing to keep', () => {
  test('of a thread that runs, that never sent, or that sent too little to be cached', async () => {
    const { client, simulator, threadId } = await atRest({
      simulator: { models: { 'claude-opus-5-5': { minimumCacheTokens: 1e9 } } },
    })
    const hold = simulator.hold(() => true)
    expect(await client.fails('thread.keepWarm', { threadId, minutes: 5 })).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('too short, or the provider keeps none'),
    })
    await client.call('turn.send', { threadId, text: 'And?' })
    await hold.arrived
    expect(await client.fails('thread.keepWarm', { threadId, minutes: 5 })).toMatchObject({ code: 'thread.running' })
    hold.release()
    await client.state(threadId, 'idle')
    const [branch = ''] = await forkOff(client, threadId, ['Talk'], { kind: 'branch', sendDirective: false })
    expect(await client.fails('thread.keepWarm', { threadId: branch, minutes: 5 })).toMatchObject({ code: 'conflict' })
    expect((await client.call('thread.forecast', { threadId: branch, keepWarmMinutes: 5 })).keepWarm).toBeNull()
  })

  test('of a thread whose next request asks another model', async () => {
    const { client, threadId } = await atRest()
    await client.call('thread.configure', { threadId, model: 'claude-sonnet-5-5' })
    expect(await client.fails('thread.keepWarm', { threadId, minutes: 5 })).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('begins a new prefix'),
    })
  })
})
