// Where the provider compacts on demand, its signed summary begins the new epoch; whatever keeps it from that, ours does.
import { describe, expect, test } from 'vitest'
import { SUMMARY_REQUEST } from '../../../core/turn/compaction-text'
import { COMPACTION_BETA } from '../../../core/wire/compaction-block'
import { NO_USAGE, type Usage } from '../../../shared/domain/units'
import { droppedConnection } from '../../../simulator/faults/fault'
import { call, firstOf, reply, replyWith, scriptByDirective, text, thinking } from '../../../simulator/script/builders'
import type { Reply } from '../../../simulator/script/reply'
import { ofFork } from '../../../simulator/script/request-predicates'
import type { Script } from '../../../simulator/script/script'
import type { RecordedRequest } from '../../../simulator/server/recorded-request'
import { type Conversation, converse, forkOff, itemsOf, say } from '../../../testing/conversation'
import { comparable, expectRepeats, messagesOf } from '../../../testing/wire-checks'

const MODEL = 'claude-opus-5-5'
const asksForSummary = (request: RecordedRequest) => request.body?.compaction !== undefined

/** Answers with a bill of so many tokens; asked for a summary, with that. */
const filling = (tokens: number, summary: Reply = reply(thinking('s'), text('All of it.'))): Script =>
  firstOf(scriptByDirective([{ match: /./, script: () => reply(text('Forked.')) }]), ({ body, lastUser }) => {
    if (body.compaction) return summary
    if (lastUser.texts.includes(SUMMARY_REQUEST)) return reply(text('Ours: all of it.'))
    return replyWith({ outputTokens: tokens }, thinking('…'), text('Answer.'))
  })

const talking = (script: Script, more: Parameters<typeof converse>[1] = {}) =>
  converse(script, { ...more, asDemo: true, session: { model: MODEL } })

/** A thread that has just been compacted before its second message. */
async function compacted(summary?: Reply, more: Parameters<typeof converse>[1] = {}): Promise<Conversation> {
  const talk = await talking(filling(170_000, summary), more)
  await say(talk.client, talk.threadId, 'First')
  talk.simulator.script(filling(10, summary))
  expect((await say(talk.client, talk.threadId, 'Second')).state).toBe('idle')
  return talk
}

const bodies = ({ simulator }: Conversation) => simulator.requests.map((request) => request.bodyText)
const texts = (body: string) =>
  messagesOf(body).flatMap((message) => message.content.map((block) => block.text ?? block.type))

/** The ledger rebuilds each request that was sent, and adds up to what the simulator billed. */
async function expectRebuilt({ client, simulator, sessionId }: Conversation): Promise<void> {
  const { threads } = await client.call('session.read', { sessionId })
  const lists = await Promise.all(threads.map(({ id }) => client.call('request.list', { threadId: id })))
  const requests = lists.flatMap((list) => list.requests)
  const read = await Promise.all(requests.map(({ id }) => client.call('request.read', { requestId: id })))
  expect(read.map((request) => request.body).sort()).toEqual(simulator.requests.map(({ bodyText }) => bodyText).sort())
  const sum = (usages: Pick<Usage, 'input' | 'cacheRead' | 'output'>[]) => ({
    input: usages.reduce((all, { input }) => all + input, 0),
    cacheRead: usages.reduce((all, { cacheRead }) => all + cacheRead, 0),
    output: usages.reduce((all, { output }) => all + output, 0),
  })
  expect(sum(requests.map(({ usage }) => usage))).toEqual(sum(simulator.requests.map(({ usage }) => usage ?? NO_USAGE)))
}

describe('a thread near its window, where the provider compacts on demand', () => {
  test('asks with the conversation as it stands, which is read from the cache, and goes on from the signed block', async () => {
    const talk = await compacted()
    const [first, asked, second] = talk.simulator.requests
    expectRepeats(asked?.bodyText ?? '', first?.bodyText ?? '')
    expect(texts(asked?.bodyText ?? '')).toEqual(['First', 'thinking', 'Answer.'])
    expect(asked?.body?.compaction).toEqual({ type: 'summarize' })
    expect(asked?.body?.diagnostics).toBeUndefined()
    expect(asked?.usage?.cacheRead).toBe(first?.prompt?.tokens)
    for (const request of talk.simulator.requests) expect(request.headers['anthropic-beta']).toBe(COMPACTION_BETA)
    expect(comparable(second?.bodyText ?? '').head).toBe(comparable(first?.bodyText ?? '').head)
    const [summary, next] = second?.body?.messages ?? []
    expect(summary).toMatchObject({ role: 'assistant', content: asked?.answer })
    expect(next?.role).toBe('user')
    expect(texts(second?.bodyText ?? '')).toEqual(['compaction', expect.stringContaining('Go on from'), 'Second'])
    await say(talk.client, talk.threadId, 'Third')
    expectRepeats(bodies(talk)[3] ?? '', second?.bodyText ?? '')
    expect(talk.simulator.requests[3]?.usage?.cacheRead).toBe(second?.prompt?.tokens)
    await expectRebuilt(talk)
  })

  test('keeps each turn readable and forkable with the bytes of its own epoch, also after a restart', async () => {
    const talk = await compacted()
    const client = await talk.reopen()
    const shown = (await itemsOf(client, talk.threadId)).map((item) => ('text' in item ? item.text : item.kind))
    expect(shown).toContainEqual(expect.stringContaining('from a summary'))
    expect(shown.filter((each) => each === 'Answer.')).toHaveLength(2)
    const { turns } = await client.call('thread.read', { threadId: talk.threadId })
    for (const [n, directive] of ['of the old', 'of the new'].entries()) {
      const [id = ''] = await forkOff(client, talk.threadId, [directive], { turnId: turns[n]?.id ?? '' })
      await client.state(id, 'done')
    }
    const fork = (directive: string) => talk.simulator.requests.find(ofFork(directive))
    expectRepeats(fork('of the old')?.bodyText ?? '', bodies(talk)[0] ?? '')
    expectRepeats(fork('of the new')?.bodyText ?? '', bodies(talk)[2] ?? '')
    expect(fork('of the new')?.headers['anthropic-beta']).toBe(COMPACTION_BETA)
    await say(client, talk.threadId, 'Third')
    expectRepeats(bodies(talk).at(-1) ?? '', bodies(talk)[2] ?? '')
    await expectRebuilt({ ...talk, client })
  })

  test('in the middle of its calls summarises behind their results, and lists the forks that still run', async () => {
    const agent = call('Agent', { description: 'Long', prompt: 'Take your time.', isolation: 'none' }, { id: 'a1' })
    const calling: Script = ({ body, lastUser }) => {
      if (body.compaction) return reply(text('In mid-work.'))
      if (body.messages[0]?.role === 'assistant' || lastUser.notifications.length > 0) return reply(text('On.'))
      return replyWith({ outputTokens: 170_000 }, text('I call.'), agent, call('glob', { pattern: '*' }, { id: 'g1' }))
    }
    const talk = await talking(
      firstOf(scriptByDirective([{ match: /./, script: () => reply(text('Forked.')) }]), calling),
    )
    const hold = talk.simulator.hold(ofFork())
    expect((await say(talk.client, talk.threadId, 'Work')).state).toBe('idle')
    const [, asked = '', after = ''] = bodies(talk).filter((body) => !body.includes('Take your time.\\n'))
    expect(texts(asked).slice(-2)).toEqual(['tool_result', 'tool_result'])
    expect(texts(after)).toEqual([
      'compaction',
      expect.stringMatching(/Forks of yours that still run: thr_\w+ \(Long\)/),
    ])
    hold.release()
    await talk.client.until(
      () => talk.client.stored().some((event) => event.type === 'notification.delivered'),
      'the report',
    )
    await talk.client.state(talk.threadId, 'idle')
    expect(texts(bodies(talk).at(-1) ?? '').filter((each) => each.startsWith('<task-notification>'))).toHaveLength(1)
    await expectRebuilt(talk)
  })

  test('compacts again with the summary and what followed it, and sends only the newest', async () => {
    const talk = await compacted()
    talk.simulator.script(filling(170_000))
    await say(talk.client, talk.threadId, 'Third')
    talk.simulator.script(filling(10, reply(text('All of it, again.'))))
    await say(talk.client, talk.threadId, 'Fourth')
    const [asked = '', fourth = ''] = bodies(talk).slice(-2)
    expectRepeats(asked, bodies(talk).at(-3) ?? '')
    expect(fourth.match(/"type":"compaction"/g)).toHaveLength(1)
    expect(fourth).toContain('All of it, again.')
    expect(talk.simulator.requests.every((request) => request.status === 200)).toBe(true)
    await expectRebuilt(talk)
  })
})

describe('our own summary takes its place', () => {
  test.each<[string, Reply]>([
    ['calls a tool', reply(call('glob', { pattern: '*' }))],
    ['declines', replyWith({ stopReason: 'refusal' }, text('No.'))],
    ['is cut off', replyWith({ stopReason: 'max_tokens' }, text('All o'))],
    ['says nothing', reply(text(' '))],
  ])('when the model that should summarise %s', async (_, summary) => {
    const talk = await compacted(summary)
    const [, asked, ours, second] = talk.simulator.requests
    expect(asked?.body?.compaction).toBeDefined()
    expect(texts(ours?.bodyText ?? '').at(-1)).toBe(SUMMARY_REQUEST)
    expect(texts(second?.bodyText ?? '')).toEqual([expect.stringContaining('Ours: all of it.'), 'Second'])
    await expectRebuilt(talk)
  })

  test('when the server refuses the field, and it is not asked again', async () => {
    const talk = await compacted(undefined, { simulator: { compaction: 'refused' } })
    expect(talk.simulator.requests.map(({ status }) => status)).toEqual([200, 400, 200, 200])
    talk.simulator.script(filling(170_000))
    await say(talk.client, talk.threadId, 'Third')
    talk.simulator.script(filling(10))
    await say(talk.client, talk.threadId, 'Fourth')
    expect(talk.simulator.requests.filter(asksForSummary)).toHaveLength(1)
  })

  test('when the model is not among those it is offered for', async () => {
    const talk = await converse(filling(95_000), { asDemo: true, session: { model: 'claude-haiku-5-5' } })
    await say(talk.client, talk.threadId, 'First')
    talk.simulator.script(filling(10))
    await say(talk.client, talk.threadId, 'Second')
    expect(talk.simulator.requests.some(asksForSummary)).toBe(false)
    expect(talk.simulator.requests.every(({ headers }) => headers['anthropic-beta'] === undefined)).toBe(true)
    expect(texts(bodies(talk).at(-1) ?? '')[0]).toContain('Ours: all of it.')
  })
})

test('a person who goes to a model that cannot read the summary goes on with its words, and what came after it', async () => {
  const talk = await compacted()
  await talk.client.call('thread.configure', { threadId: talk.threadId, model: 'claude-haiku-5-5' })
  expect((await say(talk.client, talk.threadId, 'Third')).state).toBe('idle')
  const last = talk.simulator.requests.at(-1)
  expect(last?.headers['anthropic-beta']).toBeUndefined()
  expect(last?.bodyText).not.toContain('"type":"compaction"')
  expect(texts(last?.bodyText ?? '')).toEqual([
    '<conversation-summary>\nAll of it.\n</conversation-summary>',
    expect.stringContaining('Go on from'),
    'Second',
    'Answer.',
    'Third',
  ])
  await say(talk.client, talk.threadId, 'Fourth')
  expectRepeats(bodies(talk).at(-1) ?? '', last?.bodyText ?? '')
  await expectRebuilt(talk)
})

describe('a request for the summary that breaks', () => {
  test('is sent again, since nobody has read anything of it', async () => {
    const talk = await talking(filling(170_000))
    await say(talk.client, talk.threadId, 'First')
    talk.simulator.script(filling(10))
    talk.simulator.faults.when(asksForSummary, droppedConnection(2), 1)
    expect((await say(talk.client, talk.threadId, 'Second')).state).toBe('idle')
    expect(talk.simulator.requests.filter(asksForSummary)).toHaveLength(2)
    expect(texts(bodies(talk).at(-1) ?? '')[0]).toBe('compaction')
  })

  test('leaves the conversation as it was when the line goes, and is asked again when the turn is taken up', async () => {
    const talk = await talking(filling(170_000))
    await say(talk.client, talk.threadId, 'First')
    talk.simulator.script(filling(10))
    const restore = await talk.simulator.refuseConnections()
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Second' })
    await talk.client.until(() => talk.client.thread(talk.threadId)?.state === 'streaming', 'the attempt')
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    await restore()
    const client = await talk.reopen()
    await client.call('thread.resume', { threadId: talk.threadId })
    await client.state(talk.threadId, 'idle')
    expect(texts(bodies(talk).at(-1) ?? '')).toEqual(['compaction', expect.any(String), 'Second'])
  })
})
