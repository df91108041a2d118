// A thread that nears its window goes on from a summary in a new epoch; the old chain keeps its bytes.
import { describe, expect, test } from 'vitest'
import { SUMMARY_REQUEST } from '../../../core/turn/compaction-text'
import { droppedConnection } from '../../../simulator/faults/fault'
import { call, firstOf, reply, replyWith, scriptByDirective, text, thinking } from '../../../simulator/script/builders'
import { ofFork } from '../../../simulator/script/request-predicates'
import type { Script } from '../../../simulator/script/script'
import type { RecordedRequest } from '../../../simulator/server/recorded-request'
import { type Conversation, converse, forkOff, itemsOf, say } from '../../../testing/conversation'
import { comparable, expectRepeats, messagesOf } from '../../../testing/wire-checks'

const asksForSummary = (request: RecordedRequest) =>
  request.bodyText.includes('close to the limit of the context window')

/** Answers with a bill of so many tokens, and gives summaries. */
const filling = (tokens: number, summary = 'Summary: all of it.'): Script =>
  firstOf(scriptByDirective([{ match: /./, script: () => reply(text('Forked.')) }]), ({ lastUser }) =>
    lastUser.texts.includes(SUMMARY_REQUEST)
      ? reply(thinking('s'), text(summary))
      : replyWith({ outputTokens: tokens }, thinking('…'), text('Answer.')),
  )

const bodies = ({ simulator }: Conversation) => simulator.requests.map((request) => request.bodyText)
const texts = (body: string) =>
  messagesOf(body).flatMap((message) => message.content.map((block) => block.text ?? block.type))

/** The ledger rebuilds every request that was sent, and the strict server took each. */
async function expectRebuilt({ client, simulator, sessionId }: Conversation): Promise<void> {
  const { threads } = await client.call('session.read', { sessionId })
  const read = await Promise.all(
    threads.map(async ({ id }) => {
      const { requests } = await client.call('request.list', { threadId: id })
      expect(requests.every((request) => request.firstDifference === null)).toBe(true)
      return Promise.all(requests.map((request) => client.call('request.read', { requestId: request.id })))
    }),
  )
  expect(
    read
      .flat()
      .map((request) => request.body)
      .sort(),
  ).toEqual(bodies({ simulator } as Conversation).sort())
  for (const request of simulator.requests) expect(request.status).toBe(200)
}

describe('a thread whose last request filled four fifths of its window', () => {
  test('asks for a summary at the end of the old chain and goes on with it and the new words, without old thinking', async () => {
    const talk = await converse(filling(170_000))
    await say(talk.client, talk.threadId, 'First')
    talk.simulator.script(filling(10))
    expect((await say(talk.client, talk.threadId, 'Second')).state).toBe('idle')
    const [first = '', asked = '', second = ''] = bodies(talk)
    expectRepeats(asked, first)
    expect(texts(asked)).toEqual(['First', 'thinking', 'Answer.', SUMMARY_REQUEST])
    expect(comparable(second).head).toBe(comparable(first).head)
    expect(texts(second)).toEqual([
      expect.stringMatching(/^<conversation-summary>[\s\S]*Summary: all of it\./),
      'Second',
    ])
    await say(talk.client, talk.threadId, 'Third')
    expectRepeats(bodies(talk)[3] ?? '', second)
    expect(talk.simulator.requests[3]?.usage?.cacheRead).toBe(talk.simulator.requests[2]?.prompt?.tokens)
    await expectRebuilt(talk)
  })

  test('keeps what was said readable and forkable, each turn with the bytes of its own epoch, also after a restart', async () => {
    const talk = await converse(filling(170_000))
    await say(talk.client, talk.threadId, 'First')
    talk.simulator.script(filling(10))
    await say(talk.client, talk.threadId, 'Second')
    const client = await talk.reopen()
    const shown = (await itemsOf(client, talk.threadId)).map((item) => ('text' in item ? item.text : item.kind))
    expect(shown).toEqual([
      'First',
      '…',
      'Answer.',
      'Second',
      expect.stringContaining('from a summary'),
      '…',
      'Answer.',
    ])
    const turns = (await client.call('thread.read', { threadId: talk.threadId })).turns.map((turn) => turn.id)
    for (const [n, directive] of ['of the old', 'of the new'].entries()) {
      const [id = ''] = await forkOff(client, talk.threadId, [directive], { turnId: turns[n] ?? '' })
      await client.state(id, 'done')
    }
    const fork = (directive: string) => talk.simulator.requests.find(ofFork(directive))?.bodyText ?? ''
    expectRepeats(fork('of the old'), bodies(talk)[0] ?? '')
    expectRepeats(fork('of the new'), bodies(talk)[2] ?? '')
    expect(fork('of the new')).not.toContain('"First"')
    await expectRebuilt({ ...talk, client })
  })

  test('in the middle of its calls summarises behind their results, and lists the forks that still run', async () => {
    const agent = call(
      'Agent',
      { description: 'Long <task>', prompt: 'Take your time.', isolation: 'none' },
      { id: 'a1' },
    )
    const calling: Script = ({ assistantCount, lastUser }) => {
      if (lastUser.texts.includes(SUMMARY_REQUEST)) return reply(text('In mid-work.'))
      if (assistantCount > 0 || lastUser.texts.some((each) => each.startsWith('<conversation')))
        return reply(text('On.'))
      return replyWith({ outputTokens: 170_000 }, text('I call.'), agent, call('glob', { pattern: '*' }, { id: 'g1' }))
    }
    const talk = await converse(
      firstOf(scriptByDirective([{ match: /./, script: () => reply(text('Forked.')) }]), calling),
    )
    const hold = talk.simulator.hold(ofFork())
    expect((await say(talk.client, talk.threadId, 'Work')).state).toBe('idle')
    const [, asked = '', after = ''] = bodies(talk).filter((body) => !body.includes('Take your time.\\n'))
    expect(texts(asked).slice(-3)).toEqual(['tool_result', 'tool_result', SUMMARY_REQUEST])
    expect(texts(after)).toEqual([
      expect.stringMatching(/Forks of yours that still run: thr_\w+ \(Long &lt;task&gt;\)/),
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

  test('fails with what to do when the model gives no summary, and loses no word of the person', async () => {
    const talk = await converse(filling(170_000, ' '))
    await say(talk.client, talk.threadId, 'First')
    const thread = await say(talk.client, talk.threadId, 'Second')
    expect(thread).toMatchObject({
      state: 'failed',
      stateReason: expect.stringMatching(/gave no summary.*Fork from an earlier turn/),
    })
    talk.simulator.script(filling(10))
    await talk.client.call('thread.resume', { threadId: talk.threadId })
    await talk.client.state(talk.threadId, 'idle')
    expect(texts(bodies(talk).at(-1) ?? '')).toContain('Second')
    await expectRebuilt(talk)
  })

  test('whose summary is cut off asks for it again when it is taken up, once, also after a restart', async () => {
    const talk = await converse(filling(10))
    await say(talk.client, talk.threadId, 'word '.repeat(140_000))
    talk.simulator.faults.when(asksForSummary, droppedConnection(8), 1)
    expect((await say(talk.client, talk.threadId, 'Second')).state).toBe('interrupted')
    const client = await talk.reopen()
    await client.call('thread.resume', { threadId: talk.threadId })
    await client.state(talk.threadId, 'idle')
    const asked = talk.simulator.requests.filter(asksForSummary)
    expect(asked).toHaveLength(2)
    expect(comparable(asked[1]?.bodyText ?? '')).toEqual(comparable(asked[0]?.bodyText ?? ''))
    expect(texts(bodies(talk).at(-1) ?? '')).toEqual([expect.stringMatching(/^<conversation-summary>/), 'Second'])
    await expectRebuilt({ ...talk, client })
  })
})
