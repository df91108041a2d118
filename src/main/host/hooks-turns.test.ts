// Hooks around turns and sessions, over the real wire.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { atRest, converse, forkOff, say } from '../../testing/conversation'
import { note, noted, noticesOf, on, onMatch, trustProject, withHooks } from '../../testing/hook-project'
import { temporaryFolder } from '../../testing/temporary-store'
import { messagesOf } from '../../testing/wire-checks'

const talker = scriptByTurn([reply(text('One.')), reply(text('Two.')), reply(text('Three.'))])

describe('a hook that hears what a person says', () => {
  test('adds to it what it prints, behind the message, and the same bytes stay', async () => {
    const { client, threadId, simulator } = await withHooks(on('UserPromptSubmit', 'echo "It is Monday."'), talker)
    await say(client, threadId, 'Go')
    await say(client, threadId, 'On')
    const [first, second] = simulator.requests.map((request) => messagesOf(request.bodyText))
    const texts = first?.[0]?.content.map((block) => block.text)
    expect(texts?.[0]).toBe('Go')
    expect(texts?.[1]).toContain('It is Monday.')
    expect(second?.[0]?.content.map((block) => block.text)).toEqual(texts)
  })

  test('can refuse it: it is not sent, the person is told, and the next one goes', async () => {
    const check = `grep -q secret && { echo "no secrets" >&2; exit 2; }; exit 0`
    const { client, threadId, simulator } = await withHooks(on('UserPromptSubmit', check), talker)
    const refused = await say(client, threadId, 'my secret')
    expect(refused.state).toBe('idle')
    expect(simulator.requests).toHaveLength(0)
    expect((await noticesOf(client, threadId))[0]).toMatch(/refused this message, and it was not sent: no secrets$/)
    await say(client, threadId, 'Go')
    expect(simulator.requests).toHaveLength(1)
    expect(simulator.requests[0]?.bodyText).not.toContain('my secret')
  })
})

test('a message that a hook refuses where nobody looks ends its turn with the reason', async () => {
  const session = { unattended: { allow: [] } }
  const { client, threadId, simulator } = await withHooks(on('UserPromptSubmit', 'echo no >&2; exit 2'), talker, {
    session,
  })
  const thread = await say(client, threadId, 'Go')
  expect(thread).toMatchObject({ state: 'interrupted', stateReason: expect.stringMatching(/it was not sent: no$/) })
  expect(simulator.requests).toEqual([])
})

describe('a hook at the beginning of a session', () => {
  test('is told how it began, once, and again after a restart', async () => {
    const hooks = { ...onMatch('SessionStart', 'startup', 'echo "Begun."') }
    const talk = await withHooks(
      { SessionStart: [...(hooks.SessionStart ?? []), ...(on('SessionStart', note('told')).SessionStart ?? [])] },
      talker,
    )
    const { threadId, folder } = talk
    await say(talk.client, threadId, 'Go')
    await say(talk.client, threadId, 'On')
    const client = await talk.reopen()
    await say(client, threadId, 'And on')
    expect(noted(folder, 'told').map(({ source }) => source)).toEqual(['startup', 'resume'])
    const sent = talk.simulator.requests.at(-1)?.bodyText ?? ''
    expect(sent.split('Begun.')).toHaveLength(2)
  })
})

describe('a hook at the end of a turn', () => {
  test('that blocks lets the model go on with its reason, and is told that it does so already', async () => {
    const check = `${note('told')}; [ "$(grep -c . "$CLAUDE_PROJECT_DIR/told")" -gt 1 ] || { echo "run the tests" >&2; exit 2; }`
    const { client, threadId, folder, simulator } = await withHooks(on('Stop', check), talker)
    const thread = await say(client, threadId, 'Go')
    expect(thread.state).toBe('idle')
    expect(noted(folder, 'told')).toMatchObject([
      { stop_hook_active: false, last_assistant_message: 'One.' },
      { stop_hook_active: true, last_assistant_message: 'Two.' },
    ])
    expect(simulator.requests[1]?.bodyText).toContain('You are not done: run the tests')
  })

  test('that blocks for ever is cut', async () => {
    const { client, threadId, simulator } = await withHooks(on('Stop', 'echo more >&2; exit 2'), talker)
    const thread = await say(client, threadId, 'Go')
    expect(thread.state).toBe('idle')
    expect(simulator.requests).toHaveLength(9)
    expect((await noticesOf(client, threadId)).at(-1)).toContain('has held up this turn 8 times; it ends now.')
  })

  test('is another one for a worker, and holds it up the same way', async () => {
    const once = `${note('told')}; [ -e once ] || { touch once; echo "more" >&2; exit 2; }`
    const hooks = { ...on('Stop', note('main')), ...onMatch('SubagentStop', 'fork', once) }
    const script = firstOf(
      scriptByDirective([{ match: /./, script: scriptByTurn([reply(text('A.')), reply(text('B.'))]) }]),
      talker,
    )
    const { client, threadId, folder } = await withHooks(hooks, script)
    await say(client, threadId, 'Go')
    const [fork = ''] = await forkOff(client, threadId, ['look'])
    await client.state(fork, 'done')
    await atRest(client, threadId)
    expect(noted(folder, 'told')).toMatchObject([
      { hook_event_name: 'SubagentStop', agent_id: fork, agent_type: 'fork', parent: threadId, thread: fork },
      { stop_hook_active: true },
    ])
    expect(noted(folder, 'main').every(({ hook_event_name }) => hook_event_name === 'Stop')).toBe(true)
  })
})

test('a hook hears when the person is asked', async () => {
  const hooks = onMatch('Notification', 'permission_prompt', note('told'))
  const script = scriptByTurn([reply(call('bash', { command: 'touch x' }))])
  const { client, threadId, folder } = await withHooks(hooks, script, { session: { permissionMode: 'default' } })
  await client.call('turn.send', { threadId, text: 'Go' })
  await client.state(threadId, 'waiting-approval')
  await expect.poll(() => noted(folder, 'told')).toMatchObject([{ message: expect.stringContaining('use Bash') }])
})

test('the person’s own hooks run in a project that is not trusted; its own are listed and do nothing', async () => {
  const home = temporaryFolder()
  mkdirSync(join(home, '.claude'))
  writeFileSync(
    join(home, '.claude/settings.json'),
    JSON.stringify({ hooks: on('UserPromptSubmit', 'echo "From home."') }),
  )
  const files = {
    '.claude/settings.json': JSON.stringify({ hooks: { ...on('UserPromptSubmit', 'echo "Project."'), Nope: [] } }),
  }
  const { client, threadId, simulator } = await converse(talker, { env: { HOME: home }, files })
  await say(client, threadId, 'Go')
  expect(simulator.requests[0]?.bodyText).toContain('From home.')
  expect(simulator.requests[0]?.bodyText).not.toContain('Project.')
  const projectId = (await client.call('project.list', {})).projects[0]?.id ?? ''
  const { hooks, broken } = await client.call('library.list', { projectId })
  expect(hooks).toMatchObject([
    { event: 'UserPromptSubmit', source: '~/.claude/settings.json', line: 1, active: true, why: null },
    { source: '.claude/settings.json', active: false, why: expect.stringContaining('not trusted') },
  ])
  expect(broken).toEqual([{ source: '.claude/settings.json', line: 1, reason: 'Nope: Tine has no hooks for this' }])
  await trustProject({ client })
  await say(client, threadId, 'On')
  expect(simulator.requests[1]?.bodyText).toContain('Project.')
})

test('a project cannot switch off the person’s own hooks', async () => {
  const home = temporaryFolder()
  mkdirSync(join(home, '.claude'))
  writeFileSync(
    join(home, '.claude/settings.json'),
    JSON.stringify({ hooks: on('UserPromptSubmit', 'echo "From home."') }),
  )
  const files = { '.claude/settings.json': JSON.stringify({ disableAllHooks: true }) }
  const { client, threadId, simulator } = await converse(talker, { env: { HOME: home }, files })
  await say(client, threadId, 'Go')
  expect(simulator.requests[0]?.bodyText).toContain('From home.')
})

test('interrupting a turn ends the hook it waits for, and nothing of the message is lost', async () => {
  const hooks = on('UserPromptSubmit', '[ -e go ] || { touch began; sleep 300; }')
  const { client, threadId, folder, simulator } = await withHooks(hooks, talker)
  await client.call('turn.send', { threadId, text: 'Go' })
  await client.until(() => client.thread(threadId)?.activity === 'UserPromptSubmit hook')
  await client.call('turn.interrupt', { threadId })
  await client.state(threadId, 'interrupted')
  writeFileSync(join(folder, 'go'), '')
  await client.call('thread.resume', { threadId })
  await client.state(threadId, 'idle')
  expect(messagesOf(simulator.requests[0]?.bodyText ?? '')[0]?.content[0]?.text).toBe('Go')
})
