// The table "the fork's first request", through a whole host over real HTTP.
import { describe, expect, test } from 'vitest'
import { FORK_BOILERPLATE, PLACEHOLDER_RESULT } from '../../../core/fork/child-instruction'
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
import type { Script } from '../../../simulator/script/script'
import { type Conversation, converse, forkOff, say } from '../../../testing/conversation'
import { comparable, expectRepeats, expectWireHolds, messagesOf } from '../../../testing/wire-checks'

const glob = (id: string) => call('glob', { pattern: '*' }, { id })
const asleep = (id: string) => call('bash', { command: 'sleep 300' }, { id })
const agent = (id: string, n: number) =>
  call('Agent', { description: `Task ${n}`, prompt: `Do task ${n}.`, isolation: 'none' }, { id })

/** A model whose forks end at once, unless the script says otherwise. */
const withForks = (script: Script) =>
  firstOf(scriptByDirective([{ match: /./, script: () => reply(text('Result: done.')) }]), script)

/** The last message of the first request of the fork with this directive, as type and text or content. */
function firstMessage({ simulator }: Conversation, directive: string | RegExp): unknown[] {
  const request = simulator.requests.find(ofFork(directive))
  return (messagesOf(request?.bodyText ?? '{"messages":[]}').at(-1)?.content ?? []).map(
    (block) => block.text ?? block.content,
  )
}

const bodyOf = ({ simulator }: Conversation, directive: string) =>
  simulator.requests.find(ofFork(directive))?.bodyText ?? ''
const instruction = [FORK_BOILERPLATE, expect.stringContaining('Directive for the fork')]

async function running({ client }: Conversation, toolUseId: string): Promise<void> {
  await client.until(
    () =>
      client
        .stored()
        .some(
          (event) =>
            event.type === 'item.changed' &&
            event.item.kind === 'tool' &&
            event.item.toolUseId === toolUseId &&
            event.item.state === 'running',
        ),
    `${toolUseId} running`,
  )
}

async function forkAndWait(talk: Conversation, directive: string, turnId?: string): Promise<string> {
  const [id = ''] = await forkOff(talk.client, talk.threadId, [directive], turnId ? { turnId } : {})
  await talk.client.state(id, 'done')
  return id
}

const turnIds = async ({ client, threadId }: Conversation) =>
  (await client.call('thread.read', { threadId })).turns.map((turn) => turn.id)

describe('the first request of a person’s fork', () => {
  test('of words of the model: all up to there, the instruction, the directive', async () => {
    const talk = await converse(withForks(scriptByTurn([reply(thinking('t'), text('One.')), reply(text('Two.'))])))
    await say(talk.client, talk.threadId, 'A')
    await say(talk.client, talk.threadId, 'B')
    const [first] = await turnIds(talk)
    await forkAndWait(talk, 'of the first', first)
    await forkAndWait(talk, 'of the last')
    expect(messagesOf(bodyOf(talk, 'of the first')).map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
    ])
    expect(firstMessage(talk, 'of the first')).toEqual(instruction)
    expectRepeats(bodyOf(talk, 'of the last'), talk.simulator.requests[1]?.bodyText ?? '')
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('of an interrupted turn with results: they stay, in one message with instruction and directive', async () => {
    const talk = await converse(withForks(scriptByTurn([reply(glob('g1'), asleep('s1'))])))
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await running(talk, 's1')
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    await talk.client.state(talk.threadId, 'interrupted')
    await forkAndWait(talk, 'after the interruption')
    const [globbed, closed, ...rest] = firstMessage(talk, 'after the interruption')
    expect([globbed, closed]).toEqual([
      expect.any(String),
      expect.stringMatching(/^Interrupted by the person\..*may have taken effect/),
    ])
    expect(rest).toEqual(instruction)
    talk.simulator.script(withForks(() => reply(text('On.'))))
    await say(talk.client, talk.threadId, 'Go on')
    const parent = comparable(talk.simulator.requests.at(-1)?.bodyText ?? '').blocks
    expect(comparable(bodyOf(talk, 'after the interruption')).blocks.slice(0, 5)).toEqual(parent.slice(0, 5))
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('after words nobody answered: they are left out', async () => {
    const talk = await converse(withForks(scriptByTurn([reply(text('One.'))])))
    await say(talk.client, talk.threadId, 'A')
    const hold = talk.simulator.hold()
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Never answered' })
    await hold.arrived
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    hold.release()
    await talk.client.state(talk.threadId, 'interrupted')
    await forkAndWait(talk, 'without them')
    expect(bodyOf(talk, 'without them')).not.toContain('Never answered')
    expect(firstMessage(talk, 'without them')).toEqual(instruction)
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('of a turn that runs: up to its last answered message, with those answers', async () => {
    const talk = await converse(withForks(scriptByTurn([reply(text('I look.'), glob('g1')), reply(asleep('s1'))])))
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await running(talk, 's1')
    const [turn] = await turnIds(talk)
    await forkAndWait(talk, 'in mid-turn', turn)
    expect(firstMessage(talk, 'in mid-turn')).toEqual([expect.any(String), ...instruction])
    expect(bodyOf(talk, 'in mid-turn')).not.toContain('sleep 300')
    expectRepeats(bodyOf(talk, 'in mid-turn'), talk.simulator.requests[1]?.bodyText ?? '')
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('of nothing: its own short prompt, the tools prepared for it, instruction and directive', async () => {
    const talk = await converse(withForks(() => reply(text('One.'))))
    await forkAndWait(talk, 'from nothing')
    await say(talk.client, talk.threadId, 'A')
    expect(firstMessage(talk, 'from nothing')).toEqual(instruction)
    const [fork, main] = talk.simulator.requests.map((request) => request.body)
    expect(fork?.tools).toEqual(main?.tools)
    expect(JSON.stringify(fork?.system)).toContain('You are a fork worker of Tine')
    expect(JSON.stringify(main?.system)).not.toContain('You are a fork worker of Tine')
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('of a fork of a fork: all three share the prefix', async () => {
    const talk = await converse(withForks(() => reply(thinking('t'), text('One.'))))
    await say(talk.client, talk.threadId, 'A')
    const child = await forkAndWait(talk, 'the child')
    const [grandchild = ''] = await forkOff(talk.client, child, ['the grandchild'])
    await talk.client.state(grandchild, 'done')
    expectRepeats(bodyOf(talk, 'the grandchild'), bodyOf(talk, 'the child'))
    expectRepeats(bodyOf(talk, 'the child'), talk.simulator.requests[0]?.bodyText ?? '')
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })
})

describe('the first request of forks the model started', () => {
  const spawning = () => reply(thinking('Two ways.'), text('I fork.'), agent('a1', 1), glob('g1'), agent('a2', 2))

  test('repeats its whole message, has one placeholder for each call, and differs only in the directive', async () => {
    const talk = await converse(withForks(scriptByTurn([spawning(), reply(text('They run.'))])))
    await say(talk.client, talk.threadId, 'A')
    await talk.client.until(
      () => talk.client.stored().filter((event) => event.type === 'notification.delivered').length === 2,
      'both reports',
    )
    const [one, two] = [bodyOf(talk, 'Do task 1'), bodyOf(talk, 'Do task 2')]
    expect(firstMessage(talk, 'Do task 1')).toEqual([
      PLACEHOLDER_RESULT,
      PLACEHOLDER_RESULT,
      PLACEHOLDER_RESULT,
      ...instruction,
    ])
    expect(comparable(one).blocks.slice(0, -1)).toEqual(comparable(two).blocks.slice(0, -1))
    expect(comparable(one).head).toBe(comparable(two).head)
    const followUp = talk.simulator.requests.find(
      (request) => !ofFork()(request) && request.bodyText.includes('"tool_use_id":"a1"'),
    )
    expect(comparable(one).blocks.slice(0, 6)).toEqual(comparable(followUp?.bodyText ?? '').blocks.slice(0, 6))
    expect(messagesOf(followUp?.bodyText ?? '')[2]?.content[0]?.content).toMatch(
      /^Fork thr_\w+ \(“Task 1”\) was started/,
    )
    expect(JSON.stringify(messagesOf(followUp?.bodyText ?? '').at(-1))).not.toContain('Do task 1')
    await talk.client.state(talk.threadId, 'idle')
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('is inherited by a fork of a fork that was stopped before it answered', async () => {
    const talk = await converse(withForks(scriptByTurn([reply(agent('a1', 1)), reply(text('It runs.'))])))
    const hold = talk.simulator.hold(ofFork('Do task 1'))
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await hold.arrived
    const { threads } = await talk.client.call('session.read', { sessionId: talk.sessionId })
    const unanswered = threads.find((thread) => thread.kind === 'fork')?.id ?? ''
    await talk.client.call('thread.stop', { threadId: unanswered })
    hold.release()
    await talk.client.state(unanswered, 'stopped')
    const [again = ''] = await forkOff(talk.client, unanswered, ['instead of it'])
    await talk.client.state(again, 'done')
    expect(firstMessage(talk, 'instead of it')).toEqual([PLACEHOLDER_RESULT, ...instruction])
    expect(bodyOf(talk, 'instead of it')).not.toContain('Do task 1.\\n\\nYou work')
    await talk.client.state(talk.threadId, 'idle')
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })
})

describe('a branch that was opened but not spoken in', () => {
  test('of an interrupted turn can be forked, and talked in, with valid requests', async () => {
    const talk = await converse(withForks(scriptByTurn([reply(asleep('s1'))])))
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'A' })
    await running(talk, 's1')
    await talk.client.call('turn.interrupt', { threadId: talk.threadId })
    await talk.client.state(talk.threadId, 'interrupted')
    const [branch = ''] = await forkOff(talk.client, talk.threadId, ['Side'], { kind: 'branch', sendDirective: false })
    const [fork = ''] = await forkOff(talk.client, branch, ['of the branch'])
    await talk.client.state(fork, 'done')
    expect(firstMessage(talk, 'of the branch')).toEqual([
      expect.stringMatching(/^Interrupted by the person/),
      ...instruction,
    ])
    talk.simulator.script(() => reply(text('Aside.')))
    expect((await say(talk.client, branch, 'Hello')).state).toBe('idle')
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })
})

test('with the gate off the forks of one answer leave before their parent goes on', async () => {
  const own = scriptByTurn([reply(agent('a1', 1), agent('a2', 2), agent('a3', 3)), reply(text('They run.'))])
  const talk = await converse(withForks(own))
  await talk.client.call('settings.write', { patch: { 'fork.gate': 'off' } })
  await say(talk.client, talk.threadId, 'A')
  const { threads } = await talk.client.call('session.read', { sessionId: talk.sessionId })
  const lists = await Promise.all(threads.map(({ id }) => talk.client.call('request.list', { threadId: id })))
  const [parent = [], ...forks] = lists.map(({ requests }) => requests.map(({ id }) => id))
  // Ids grow as they are made.
  expect(forks.flatMap(([first = '']) => first < (parent[1] ?? ''))).toEqual([true, true, true])
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})
