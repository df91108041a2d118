// What a provider can refuse or fail before an answer begins, through a whole host over real HTTP.
import { describe, expect, test } from 'vitest'
import {
  type Fault,
  htmlPage,
  limitReported,
  overloaded,
  rateLimited,
  serverError,
} from '../../../simulator/faults/fault'
import { reply, text } from '../../../simulator/script/builders'
import { atRest, type Conversation, converse, itemsOf, say } from '../../../testing/conversation'
import { expectWireHolds } from '../../../testing/wire-checks'

const answer = () => reply(text('Here.'))

/** The ledger's rows of the session's own thread, oldest first. */
async function ledger({ client, threadId }: Conversation) {
  return (await client.call('request.list', { threadId })).requests
}

/** What the thread said of itself while it waited. */
function waits({ client, threadId }: Conversation, id = threadId): string[] {
  return client.stored().flatMap((event) => {
    const isWait = event.type === 'thread.changed' && event.threadId === id
    const waiting = isWait && (event.thread.state === 'rate-limited' || event.thread.state === 'streaming')
    return waiting && event.thread.stateReason !== null ? [event.thread.stateReason] : []
  })
}

/** A limit that is over in some milliseconds. */
const briefly = () => rateLimited(0.02)

/** The same fault with the wish to be asked again in a moment. */
const soon = (fault: Fault): Fault =>
  fault.kind === 'answer' ? { ...fault, headers: { 'retry-after-ms': '5' } } : fault

describe('what passes is waited out:', () => {
  test('a rate limit, with its words, the request id and the time; each try is a request in the ledger', async () => {
    const talk = await converse(answer)
    talk.simulator.faults.next(briefly(), 2)
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    const [first, second] = talk.simulator.requests
    expect(waits(talk)).toEqual([
      expect.stringMatching(
        new RegExp(`^Rate-limited by the provider \\(429\\) until \\d\\d:\\d\\d:\\d\\d \\(${first?.requestId}\\)\\.$`),
      ),
      expect.stringContaining(second?.requestId ?? ''),
    ])
    expect((await ledger(talk)).map((request) => [request.outcome, request.requestId])).toEqual([
      ['retried', first?.requestId],
      ['retried', second?.requestId],
      ['ok', talk.simulator.requests[2]?.requestId],
    ])
    expect(new Set(talk.simulator.requests.map((request) => request.bodyText)).size).toBe(1)
    expect(await expectWireHolds(talk.client, talk.simulator, talk.sessionId)).toBe(3)
    expect((await ledger(talk))[0]?.usage).toMatchObject({ input: 0, output: 0 })
  })

  test('an overload reads differently from a limit, an error inside the provider from both', async () => {
    const talk = await converse(answer)
    for (const fault of [overloaded(), serverError()]) talk.simulator.faults.next(soon(fault))
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect(waits(talk)).toEqual([
      expect.stringMatching(/^The provider is overloaded \(529\); next try at .* \(req_/),
      expect.stringMatching(/^The provider answered 500: Internal server error Next try at .* \(req_/),
    ])
    expect((await ledger(talk)).map((request) => request.outcome)).toEqual(['retried', 'retried', 'ok'])
  })

  test('a gateway’s page with status 502', async () => {
    const talk = await converse(answer)
    talk.simulator.faults.next(htmlPage(502))
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect(waits(talk)).toEqual([expect.stringMatching(/^The provider answered 502/)])
  })

  test('a refused connection', async () => {
    const talk = await converse(answer)
    const reopen = await talk.simulator.refuseConnections()
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await talk.client.until(() => talk.client.thread(talk.threadId)?.stateReason, 'a reason to wait')
    await reopen()
    expect((await atRest(talk.client, talk.threadId)).state).toBe('idle')
    for (const words of waits(talk)) expect(words).toMatch(/^No connection to the server: ECONNREFUSED/)
    const outcomes = (await ledger(talk)).map((request) => request.outcome)
    expect([new Set(outcomes.slice(0, -1)), outcomes.at(-1)]).toEqual([new Set(['retried']), 'ok'])
  })

  test('one thread’s limit holds up the whole account, and every thread says so', async () => {
    const talk = await converse(answer)
    const { sessionId, threadId: other } = await talk.client.call('session.create', {
      projectId: (await talk.client.call('session.read', { sessionId: talk.sessionId })).session.projectId,
    })
    await talk.client.call('session.subscribe', { sessionId })
    talk.simulator.faults.next(rateLimited(3600))
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await talk.client.state(talk.threadId, 'rate-limited')
    await talk.client.call('turn.send', { threadId: other, text: 'B' })
    await talk.client.state(other, 'rate-limited')
    expect(waits(talk, other)).toEqual([expect.stringMatching(/^Rate-limited by the provider \(429\) until .* \(req_/)])
    expect(talk.simulator.requests).toHaveLength(1)
    for (const threadId of [talk.threadId, other]) await talk.client.call('turn.interrupt', { threadId })
  })

  test('a limit that an answer has used up holds back every thread before it would be refused', async () => {
    const talk = await converse(answer)
    talk.simulator.faults.next(limitReported('input-tokens', 0, new Date(Date.now() + 200_000)))
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'B' })
    const waiting = await talk.client.state(talk.threadId, 'rate-limited')
    expect(waiting.stateReason).toMatch(
      /^Rate-limited by the provider: its limit of input tokens per minute is used up until \d\d:\d\d:\d\d\.$/,
    )
    expect(talk.simulator.requests.map((request) => request.status)).toEqual([200])
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
  })

  test('a person who does not want to wait ends it; the turn is taken up with the same bytes', async () => {
    const talk = await converse(answer)
    talk.simulator.faults.next(rateLimited(3600))
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await talk.client.state(talk.threadId, 'rate-limited')
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    await talk.client.state(talk.threadId, 'interrupted')
    const client = await talk.reopen()
    await client.call('thread.resume', { threadId: talk.threadId })
    await client.state(talk.threadId, 'idle')
    const [first, second] = talk.simulator.requests
    expect(second?.bodyText).toBe(first?.bodyText)
  })
})

describe('what does not pass fails the turn at once, says what to do, and loses nothing:', () => {
  test.each<[string, string, RegExp, (talk: Conversation) => void]>([
    ['a wrong key', 'provider.auth', /does not accept the key \(401\)/, () => {}],
    [
      'an answer that is a web page',
      'provider.protocol',
      /text\/html.*base URL/,
      ({ simulator }) => simulator.faults.next(htmlPage(200)),
    ],
  ])('%s', async (_, code, words, arm) => {
    const keys = code === 'provider.auth' ? ['another'] : ['test-key']
    const talk = await converse(answer, { simulator: { keys } })
    arm(talk)
    const thread = await say(talk.client, talk.threadId, 'A')
    expect(thread).toMatchObject({ state: 'failed', stateReason: expect.stringMatching(words), resumable: true })
    const items = await itemsOf(talk.client, talk.threadId)
    expect(items.map((item) => item.kind)).toEqual(['user', 'notice'])
    expect(items[1]).toMatchObject({ level: 'error', text: expect.stringContaining(`[${code}]`) })
    expect(talk.simulator.requests).toHaveLength(1)
  })

  test('an unknown model; the person chooses another one and goes on with the same turn', async () => {
    const talk = await converse(answer, { session: { model: 'claude-unheard-of' } })
    const thread = await say(talk.client, talk.threadId, 'A')
    expect(thread).toMatchObject({
      state: 'failed',
      stateReason: expect.stringMatching(/does not know this model.*claude-unheard-of/),
    })
    await talk.client.call('thread.configure', { threadId: talk.threadId, model: 'claude-opus-5-5' })
    await talk.client.call('thread.resume', { threadId: talk.threadId })
    await talk.client.state(talk.threadId, 'idle')
    expect(talk.simulator.requests.map((request) => [request.status, request.body?.model])).toEqual([
      [404, 'claude-unheard-of'],
      [200, 'claude-opus-5-5'],
    ])
    expect((await ledger(talk)).map((request) => [request.outcome, request.model, request.firstDifference])).toEqual([
      ['refused', 'claude-unheard-of', null],
      ['ok', 'claude-opus-5-5', 'model: claude-unheard-of → claude-opus-5-5 (new epoch)'],
    ])
  })

  test('no key: nothing is stored, and after a key was given the same message is sent', async () => {
    const talk = await converse(answer, { env: { ANTHROPIC_API_KEY: undefined } })
    const failure = await talk.client.fails('turn.send', { threadId: talk.threadId, text: 'A' })
    expect(failure.code).toBe('provider.no_key')
    expect(await talk.client.call('thread.read', { threadId: talk.threadId })).toEqual({ turns: [], more: false })
    expect((await talk.client.fails('fork.start', { threadId: talk.threadId, directives: ['x'] })).code).toBe(
      'provider.no_key',
    )
    await talk.client.call('settings.write', { patch: { apiKey: 'typed' } })
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect((await itemsOf(talk.client, talk.threadId)).map((item) => item.kind)).toEqual(['user', 'text'])
  })

  test('a fork’s failure is told to its parent with the reason', async () => {
    const talk = await converse(answer)
    await say(talk.client, talk.threadId, 'A')
    talk.simulator.faults.next(htmlPage(200))
    const { threadIds } = await talk.client.call('fork.start', {
      threadId: talk.threadId,
      directives: ['Go'],
      isolation: 'none',
      reportBack: true,
    })
    const fork = await talk.client.state(threadIds[0] ?? '', 'failed')
    expect(fork.resumable).toBe(true)
    await talk.client.until(
      () => talk.client.stored().some((event) => event.type === 'notification.delivered'),
      'the report',
    )
    const items = await itemsOf(talk.client, talk.threadId)
    expect(items.find((item) => item.kind === 'notification')).toMatchObject({
      status: 'failed',
      fromThreadId: fork.id,
      text: expect.stringMatching(/has failed\. The server answered with text\/html/),
    })
  })
})
