// Fresh-context agents over the real wire: an empty history, a prompt and tools of their own, and only their last words come back.
import { describe, expect, test } from 'vitest'
import { GENERAL_PURPOSE } from '../../../core/agents/agent-type'
import { NESTED_REFUSAL } from '../../../core/fork/fork-guard'
import { call, firstOf, reply, text, thinking } from '../../../simulator/script/builders'
import type { ReplyBlock } from '../../../simulator/script/reply'
import type { Script } from '../../../simulator/script/script'
import type { RecordedRequest } from '../../../simulator/server/recorded-request'
import { blocksOf } from '../../../simulator/validation/body-schema'
import { atRest, type Conversation, converse, itemsOf, say } from '../../../testing/conversation'
import { messagesOf } from '../../../testing/wire-checks'

const TASK = 'Count the words of README.md.'
const ofAgent = (request: RecordedRequest) => request.body?.messages[0]?.role === 'user' && firstText(request) !== 'Go'
const firstText = (request: RecordedRequest) => messagesOf(request.bodyText)[0]?.content[0]?.text?.split('\n')[0]
const agent = (more: Record<string, unknown> = {}, id = 'a1') =>
  call('Agent', { description: 'Count words', prompt: TASK, isolation: 'none', ...more }, { id })

/** The main thread calls once, then says what it was told; an agent follows a script of its own. */
const delegating = (calls: readonly ReplyBlock[], own: Script): Script =>
  firstOf(
    (context) => (firstText(context.request) === 'Go' ? null : own(context)),
    ({ assistantCount, lastUser }) =>
      assistantCount === 0 ? reply(text('I delegate.'), ...calls) : reply(text(`Told: ${lastUser.texts.length}.`)),
  )

const answering =
  (words: string): Script =>
  () =>
    reply(thinking('hm'), text(words))

async function delegate(calls: readonly ReplyBlock[], own: Script, more: Parameters<typeof converse>[1] = {}) {
  const talk = await converse(delegating(calls, own), { files: { 'README.md': 'one two' }, ...more })
  await say(talk.client, talk.threadId, 'Go')
  return talk
}

const OFF = { env: { TINE_FORK_SUBAGENT: '0' } }

async function agentsOf({ client, sessionId }: Conversation) {
  return (await client.call('session.read', { sessionId })).threads.filter((thread) => thread.kind === 'agent')
}

const requestsOfAgents = ({ simulator }: Conversation) => simulator.requests.filter(ofAgent)
const toolsOf = (request: RecordedRequest | undefined) => (request?.body?.tools ?? []).map((tool) => tool.name)
const resultOf = (talk: Conversation, id = 'a1') =>
  talk.simulator.requests
    .flatMap((request) => request.body?.messages ?? [])
    .flatMap((message) => blocksOf(message))
    .find((block) => block.type === 'tool_result' && block.tool_use_id === id)

describe('with fork mode on, a call with a type', () => {
  test('starts a thread that has read nothing, has no Agent, and reports in a notification', async () => {
    const talk = await delegate([agent({ subagent_type: GENERAL_PURPOSE })], answering('Two words.'))
    const [thread] = await agentsOf(talk)
    await talk.client.state(thread?.id ?? '', 'done')
    await talk.client.until(() => talk.client.stored().some((event) => event.type === 'notification.delivered'))
    await atRest(talk.client, talk.threadId)
    const [first] = requestsOfAgents(talk)
    const messages = messagesOf(first?.bodyText ?? '')
    expect(messages).toHaveLength(1)
    expect(messages[0]?.content.map((block) => block.text)).toEqual([
      expect.stringMatching(/^Count the words[\s\S]*Do not commit/),
    ])
    expect(toolsOf(first)).toEqual([
      'read',
      'write',
      'edit',
      'glob',
      'grep',
      'bash',
      'TodoWrite',
      'TaskStop',
      'WebFetch',
    ])
    expect(JSON.stringify(first?.body?.system)).toContain('You are an agent of Tine')
    expect(JSON.stringify(resultOf(talk))).toContain('was started in the background')
    const last = talk.simulator.requests.at(-1)?.bodyText ?? ''
    expect(last).toContain('Agent “Count words” has finished.')
    expect(last).toContain('<result>Two words.</result>')
    expect(last).not.toContain('"hm"')
    expect(thread).toMatchObject({ kind: 'agent', agentType: GENERAL_PURPOSE, parentId: talk.threadId })
  })

  test('that only reads, cannot write even with everything bypassed', async () => {
    const tries: Script = ({ assistantCount }) =>
      [
        reply(call('write', { file_path: 'x.txt', content: 'x' }, { id: 'w' })),
        reply(
          call('bash', { command: 'touch y.txt' }, { id: 'b' }),
          call('bash', { command: 'cat README.md' }, { id: 'c' }),
        ),
      ][assistantCount] ?? reply(text('I could not.'))
    const talk = await delegate([agent({ subagent_type: 'explore' })], tries)
    const [thread] = await agentsOf(talk)
    await talk.client.state(thread?.id ?? '', 'done')
    const items = (await itemsOf(talk.client, thread?.id ?? '')).filter((item) => item.kind === 'tool')
    expect(items.map((item) => [item.toolUseId, item.state])).toEqual([
      ['w', 'failed'],
      ['b', 'denied'],
      ['c', 'done'],
    ])
    expect(items[0]?.output).toMatch(/do not have the tool write.*read, glob, grep, bash/)
    expect(toolsOf(requestsOfAgents(talk)[0])).not.toContain('edit')
    expect((await talk.client.call('approval.list', { sessionId: talk.sessionId })).open).toEqual([])
  })

  test('of a name nobody knows is told the names there are, and starts nothing', async () => {
    const talk = await delegate([agent({ subagent_type: 'wizard' })], answering(''))
    expect(JSON.stringify(resultOf(talk))).toContain('The types are: fork, general-purpose, explore, plan')
    expect(await agentsOf(talk)).toEqual([])
  })

  test('goes beside a fork of the same answer, and each is what it was called as', async () => {
    const own: Script = ({ directive }) => reply(text(directive ? 'A fork.' : 'An agent.'))
    const both = [agent({ subagent_type: 'plan' }), agent({}, 'a2')]
    const script = firstOf((context) => (context.directive ? own(context) : null), delegating(both, own))
    const talk = await converse(script)
    await say(talk.client, talk.threadId, 'Go')
    const { threads } = await talk.client.call('session.read', { sessionId: talk.sessionId })
    expect(threads.map((thread) => thread.kind).sort()).toEqual(['agent', 'fork', 'main'])
    for (const thread of threads.slice(1)) await talk.client.state(thread.id, 'done')
  })

  test('ends at thirty steps, and is not called completed', async () => {
    const busy: Script = () => reply(call('glob', { pattern: '*' }))
    const talk = await delegate([agent({ subagent_type: 'explore' })], busy)
    const [thread] = await agentsOf(talk)
    const ended = await talk.client.state(thread?.id ?? '', 'turn-limit')
    expect(ended.stateReason).toContain('30 steps')
    expect(requestsOfAgents(talk)).toHaveLength(30)
  })
})

describe('an agent’s own call of Agent', () => {
  test('is refused: it does not have the tool, and would not be allowed to', async () => {
    const spawning: Script = ({ assistantCount }) =>
      assistantCount === 0 ? reply(agent({}, 'nested')) : reply(text('Alone then.'))
    const talk = await delegate([agent({ subagent_type: GENERAL_PURPOSE })], spawning)
    const [thread] = await agentsOf(talk)
    await talk.client.state(thread?.id ?? '', 'done')
    expect(JSON.stringify(resultOf(talk, 'nested'))).toContain('do not have the tool Agent')
    expect(await agentsOf(talk)).toHaveLength(1)
    expect(NESTED_REFUSAL).toContain('fork.nested')
  })
})

describe('with fork mode off, a call', () => {
  test('is answered by the agent’s last words, and nothing else of it reaches the parent', async () => {
    const working: Script = ({ assistantCount }) =>
      assistantCount === 0
        ? reply(text('I read.'), call('read', { file_path: 'README.md' }))
        : reply(text('Two words.'))
    const talk = await delegate([agent()], working, OFF)
    expect(resultOf(talk)).toMatchObject({ content: 'Two words.' })
    const [thread] = await agentsOf(talk)
    expect(thread).toMatchObject({ state: 'done', agentType: GENERAL_PURPOSE })
    const parent = talk.simulator.requests.filter((request) => !ofAgent(request)).at(-1)?.bodyText ?? ''
    expect(parent).not.toContain('I read.')
    expect(parent).not.toContain('<task-id>')
    const tool = talk.simulator.requests[0]?.body?.tools?.find(({ name }) => name === 'Agent')
    expect(Object.keys(tool?.input_schema?.properties ?? {})).toContain('run_in_background')
  })

  test('says so when there are no words, and cuts what is too long', async () => {
    const silent = await delegate([agent()], () => reply(text(' ')), OFF)
    expect(resultOf(silent)).toMatchObject({ content: '(no summary)' })
    const long = await delegate([agent()], answering('word '.repeat(12_000)), OFF)
    expect(JSON.stringify(resultOf(long))).toMatch(/\[cut: \d+ more characters/)
  })

  test('may be put into the background, and several are waited for side by side', async () => {
    const talk = await delegate(
      [
        agent({ run_in_background: true }),
        agent({ subagent_type: 'plan' }, 'a2'),
        agent({ subagent_type: 'explore' }, 'a3'),
      ],
      answering('Done.'),
      OFF,
    )
    expect(JSON.stringify(resultOf(talk))).toContain('in the background')
    expect(resultOf(talk, 'a2')).toMatchObject({ content: 'Done.' })
    expect(resultOf(talk, 'a3')).toMatchObject({ content: 'Done.' })
    expect(await agentsOf(talk)).toHaveLength(3)
  })

  test('ends its agent when it is stopped, and goes on', async () => {
    const talk = await converse(delegating([agent()], answering('Late.')), OFF)
    const hold = talk.simulator.hold(ofAgent)
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Go' })
    await talk.simulator.arrival(ofAgent)
    await talk.client.call('tool.stop', { threadId: talk.threadId, toolUseId: 'a1' })
    await talk.client.state(talk.threadId, 'idle')
    hold.release()
    const [thread] = await agentsOf(talk)
    expect(thread).toMatchObject({ state: 'interrupted', resumable: true })
    expect(JSON.stringify(resultOf(talk))).toContain('stopped')
  })

  test('that was under way when the app was closed is closed, and its agent can be taken up', async () => {
    const talk = await converse(delegating([agent()], answering('Late.')), OFF)
    const hold = talk.simulator.hold(ofAgent)
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Go' })
    await talk.simulator.arrival(ofAgent)
    const client = await talk.reopen()
    hold.release()
    const [thread] = await agentsOf({ ...talk, client })
    expect(thread).toMatchObject({ state: 'interrupted', resumable: true })
    await client.call('thread.resume', { threadId: thread?.id ?? '' })
    await client.state(thread?.id ?? '', 'done')
    await client.call('thread.resume', { threadId: talk.threadId })
    await client.state(talk.threadId, 'idle')
  })

  test('with the type of a fork is refused with the reason, also where forks were offered when it learned of them', async () => {
    const talk = await delegate([agent({ subagent_type: 'fork' })], answering(''), OFF)
    expect(JSON.stringify(resultOf(talk))).toContain('fork.off')
    expect(await agentsOf(talk)).toEqual([])
  })
})

describe('a session that only delegates', () => {
  const coordinating = { session: { coordinator: true } }

  test('has the tools for that alone; a call of another one is no tool of its', async () => {
    const reading: Script = ({ assistantCount }) =>
      assistantCount === 0 ? reply(call('read', { file_path: 'README.md' }, { id: 'r' })) : reply(text('So be it.'))
    const talk = await converse(reading, coordinating)
    await say(talk.client, talk.threadId, 'Go')
    expect(toolsOf(talk.simulator.requests[0])).toEqual(['TodoWrite', 'Agent', 'SendMessage', 'TaskStop'])
    expect(JSON.stringify(talk.simulator.requests[0]?.body?.system)).toContain('You are the coordinator')
    expect(JSON.stringify(resultOf(talk, 'r'))).toContain('do not have the tool read')
  })

  test('is not forked: the call is refused with the reason, and a typed one runs in the background', async () => {
    const talk = await delegate([agent(), agent({ subagent_type: 'explore' }, 'a2')], answering('Found.'), coordinating)
    expect(JSON.stringify(resultOf(talk))).toContain('fork.coordinator')
    expect(JSON.stringify(resultOf(talk, 'a2'))).toContain('in the background')
    await talk.client.until(() => talk.client.stored().some((event) => event.type === 'notification.delivered'))
    expect(await talk.client.fails('fork.start', { threadId: talk.threadId, directives: ['x'] })).toMatchObject({
      code: 'fork.coordinator',
    })
  })
})

describe('an agent from a file of the project', () => {
  const FILE = {
    '.claude/agents/reviewer.md':
      '---\nname: reviewer\ndescription: Reviews.\ntools: Read\nmodel: haiku\nmaxTurns: 2\n---\nYou review and nothing else.\n',
  }
  const asked = [agent({ subagent_type: 'reviewer' })]

  /** The project with the file, trusted as it is or not. */
  async function inProject(trusted: boolean, own: Script) {
    const talk = await converse(delegating(asked, own), { files: FILE })
    const projectId = (await talk.client.call('project.list', {})).projects[0]?.id ?? ''
    if (trusted) {
      const { hash } = await talk.client.call('project.trust', { projectId })
      await talk.client.call('project.trust', { projectId, hash })
    }
    await say(talk.client, talk.threadId, 'Go')
    return talk
  }

  test('is offered and started as its head says, once the person trusts the project', async () => {
    const talk = await inProject(true, () => reply(call('read', { file_path: '.claude/agents/reviewer.md' })))
    expect(talk.simulator.requests[0]?.bodyText).toContain('- reviewer: Reviews.')
    const [thread] = await agentsOf(talk)
    const ended = await talk.client.state(thread?.id ?? '', 'turn-limit')
    expect(ended).toMatchObject({ agentType: 'reviewer', model: 'claude-haiku-5-5' })
    const [first, second, third] = requestsOfAgents(talk)
    expect(toolsOf(first)).toEqual(['read'])
    expect(JSON.stringify(first?.body?.system)).toContain('You review and nothing else.')
    expect([second?.body?.model, third]).toEqual(['claude-haiku-5-5', undefined])
  })

  test('does not exist before that', async () => {
    const talk = await inProject(false, answering(''))
    expect(talk.simulator.requests[0]?.bodyText).not.toContain('reviewer')
    expect(JSON.stringify(resultOf(talk))).toContain('There is no type of agent')
  })
})
