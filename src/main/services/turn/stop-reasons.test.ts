// Every row of "how an answer ends", through a whole host over real HTTP.
import { describe, expect, test } from 'vitest'
import { SUMMARY_REQUEST } from '../../../core/turn/compaction-text'
import { call, redacted, reply, replyWith, scriptByTurn, text, thinking } from '../../../simulator/script/builders'
import { atRest, type Conversation, converse, itemsOf, say } from '../../../testing/conversation'
import { expectWireHolds, messagesOf } from '../../../testing/wire-checks'

const bodies = ({ simulator }: Conversation) => simulator.requests.map((request) => request.bodyText)
const turnStates = async ({ client, threadId }: Conversation) =>
  (await client.call('thread.read', { threadId })).turns.map((turn) => turn.state)

describe('an answer that ends with', () => {
  test('end_turn ends the turn; its thinking goes back, also when it is empty or redacted', async () => {
    const talk = await converse(
      scriptByTurn([reply(thinking(''), redacted('secret'), text('One.')), reply(text('Two.'))]),
    )
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    await say(talk.client, talk.threadId, 'B')
    const sent = messagesOf(bodies(talk)[1] ?? '')[1]?.content.map((block) => block.type)
    expect(sent).toEqual(['thinking', 'redacted_thinking', 'text'])
    expect(await turnStates(talk)).toEqual(['done', 'done'])
    expect(await expectWireHolds(talk.client, talk.simulator, talk.sessionId)).toBe(2)
  })

  test('stop_sequence ends the turn', async () => {
    const talk = await converse(() =>
      replyWith({ stopReason: 'stop_sequence', stopSequence: 'END' }, text('Up to here')),
    )
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect(await turnStates(talk)).toEqual(['done'])
  })

  test('tool_use runs the calls and goes on', async () => {
    const talk = await converse(
      scriptByTurn([
        reply(thinking('…'), call('glob', { pattern: '*' }), call('glob', { pattern: '**' })),
        reply(text('Done.')),
      ]),
    )
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect(messagesOf(bodies(talk)[1] ?? '').map((message) => message.content.length)).toEqual([1, 3, 2])
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('max_tokens inside a call’s JSON runs nothing: the call is closed with an error, and the turn goes on', async () => {
    const cut = call('write', { file_path: 'x.txt', content: 'half' }, { id: 'cut', cutAfter: 20 })
    const whole = call('write', { file_path: 'y.txt', content: 'y' }, { id: 'whole' })
    const talk = await converse(
      scriptByTurn([replyWith({ stopReason: 'max_tokens' }, whole, cut), reply(text('Smaller.'))]),
    )
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    const [, answer, results] = messagesOf(bodies(talk)[1] ?? '')
    expect(answer?.content).toMatchObject([{ id: 'whole' }, { id: 'cut', input: {} }])
    expect(results?.content).toMatchObject([
      { tool_use_id: 'whole', is_error: true, content: expect.stringContaining('output limit') },
      { tool_use_id: 'cut', is_error: true, content: expect.stringContaining('output limit') },
    ])
    const tools = (await itemsOf(talk.client, talk.threadId)).filter((item) => item.kind === 'tool')
    expect(tools.map((item) => item.state)).toEqual(['failed', 'failed'])
    expect(talk.simulator.requests.map((request) => request.status)).toEqual([200, 200])
  })

  test('max_tokens in mid-sentence interrupts the turn; going on repeats all of it', async () => {
    const talk = await converse(scriptByTurn([replyWith({ stopReason: 'max_tokens' }, thinking('t'), text('A long'))]))
    const thread = await say(talk.client, talk.threadId, 'A')
    expect(thread).toMatchObject({
      state: 'interrupted',
      resumable: true,
      stateReason: expect.stringMatching(/output limit/),
    })
    talk.simulator.script(() => reply(text('story.')))
    await talk.client.call('thread.resume', { threadId: talk.threadId })
    await talk.client.state(talk.threadId, 'idle')
    expect(messagesOf(bodies(talk)[1] ?? '').map((message) => message.role)).toEqual(['user', 'assistant', 'user'])
    expect(await turnStates(talk)).toEqual(['done'])
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('pause_turn is sent again ending on the model’s message, which goes on', async () => {
    const talk = await converse(
      scriptByTurn([
        replyWith({ stopReason: 'pause_turn' }, thinking('p'), text('I search.')),
        reply(text('Found.')),
        reply(text('Yes.')),
      ]),
    )
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect(messagesOf(bodies(talk)[1] ?? '').map((message) => message.role)).toEqual(['user', 'assistant'])
    await say(talk.client, talk.threadId, 'B')
    expect(messagesOf(bodies(talk)[2] ?? '').map((message) => message.content.length)).toEqual([1, 3, 1])
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('refusal fails the turn with its category; the partial text is kept for the person and never sent', async () => {
    const refusal = replyWith({ stopReason: 'refusal', stopCategory: 'cyber' }, text('I start, but'))
    const talk = await converse(scriptByTurn([refusal]))
    const thread = await say(talk.client, talk.threadId, 'A')
    expect(thread).toMatchObject({
      state: 'failed',
      stateReason: 'The model refused to answer (cyber).',
      resumable: true,
    })
    const items = await itemsOf(talk.client, talk.threadId)
    expect(items).toContainEqual(expect.objectContaining({ kind: 'text', text: 'I start, but', partial: true }))
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'notice', text: expect.stringContaining('[provider.refused]') }),
    )
    const { requests } = await talk.client.call('request.list', { threadId: talk.threadId })
    expect(requests).toMatchObject([{ outcome: 'refused', requestId: talk.simulator.requests[0]?.requestId }])
    talk.simulator.script(() => reply(text('Of course.')))
    await say(talk.client, talk.threadId, 'Something else')
    expect(messagesOf(bodies(talk)[1] ?? '')).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'A' },
          { type: 'text', text: 'Something else' },
        ],
      },
    ])
    expect(
      (
        await talk.client.fails('fork.start', {
          threadId: talk.threadId,
          turnId: (await talk.client.call('thread.read', { threadId: talk.threadId })).turns[0]?.id ?? '',
          directives: ['x'],
        })
      ).code,
    ).toBe('fork.not_forkable')
  })

  test('model_context_window_exceeded is followed by a summary, with which the turn goes on; what was said is kept', async () => {
    const full = replyWith({ stopReason: 'model_context_window_exceeded' }, text('Too'))
    const talk = await converse(scriptByTurn([full]))
    const hold = talk.simulator.hold()
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await hold.arrived
    talk.simulator.script(({ lastUser }) =>
      lastUser.texts.includes(SUMMARY_REQUEST) ? reply(text('They want A.')) : reply(text('Here is A.')),
    )
    hold.release()
    expect((await atRest(talk.client, talk.threadId)).state).toBe('idle')
    expect(messagesOf(bodies(talk)[2] ?? '')).toMatchObject([
      { role: 'user', content: [{ text: expect.stringMatching(/^<conversation-summary>[\s\S]*They want A\./) }] },
    ])
    const kinds = (await itemsOf(talk.client, talk.threadId)).map((item) => ('text' in item ? item.text : item.kind))
    expect(kinds).toEqual(['A', 'Too', expect.stringContaining('goes on from a summary'), 'Here is A.'])
  })

  test('a reason nobody knows fails the turn and shows it', async () => {
    const talk = await converse(() => replyWith({ stopReason: 'bored' }, text('Hm.')))
    const thread = await say(talk.client, talk.threadId, 'A')
    expect(thread).toMatchObject({ state: 'failed', stateReason: expect.stringMatching(/does not know: bored/) })
    talk.simulator.script(() => reply(text('Fine.')))
    expect((await say(talk.client, talk.threadId, 'B')).state).toBe('idle')
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })
})

describe('an answer', () => {
  test.each([
    ['without any content', reply()],
    ['of empty text', reply(text(''))],
    ['of white space', reply(text(' \n\t'))],
    ['of thinking only', reply(thinking('only'))],
  ])('%s is sent back as something a server takes', async (_, answer) => {
    const talk = await converse(scriptByTurn([answer, reply(text('There.'))]))
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    expect((await say(talk.client, talk.threadId, 'B')).state).toBe('idle')
    const said = messagesOf(bodies(talk)[1] ?? '')[1]?.content.at(-1)
    expect(said).toEqual({ type: 'text', text: '(no answer)' })
  })

  test('whose call has an id that was used before still has an answerable call, also in a fork', async () => {
    const again = () =>
      reply(call('glob', { pattern: '*' }, { id: 'call_0' }), call('glob', { pattern: 'x' }, { id: 'call_0' }))
    const talk = await converse(scriptByTurn([again(), again(), reply(text('Done.'))]))
    expect((await say(talk.client, talk.threadId, 'A')).state).toBe('idle')
    talk.simulator.script(scriptByTurn([again(), reply(text('Fork done.'))]))
    const { threadIds } = await talk.client.call('fork.start', {
      threadId: talk.threadId,
      directives: ['Go'],
      isolation: 'none',
    })
    await talk.client.state(threadIds[0] ?? '', 'done')
    expect(talk.simulator.requests.map((request) => request.status)).toEqual([200, 200, 200, 200, 200])
  })
})
