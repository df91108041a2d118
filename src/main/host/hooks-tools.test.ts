// Hooks around calls of tools, over the real wire.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, reply, scriptByTurn, text } from '../../simulator/script/builders'
import { itemsOf, say } from '../../testing/conversation'
import { callsOf, note, noted, noticesOf, on, onMatch, withHooks } from '../../testing/hook-project'

const bash = (command: string, id = 'toolu_1') => call('bash', { command }, { id })
const once = (...calls: ReturnType<typeof bash>[]) => scriptByTurn([reply(...calls), reply(text('Done.'))])
const json = (value: unknown) => `echo '${JSON.stringify(value)}'`
const pre = (more: object) => json({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...more } })
const post = (more: object) => json({ hookSpecificOutput: { hookEventName: 'PostToolUse', ...more } })

describe('a hook before a call', () => {
  test('is told of it in the ecosystem’s words, and of thread, parent and run', async () => {
    const talk = await withHooks(onMatch('PreToolUse', 'Bash', note('told')), once(bash('true')))
    const { client, threadId, sessionId, folder } = talk
    await say(client, threadId, 'Go')
    expect(noted(folder, 'told')).toEqual([
      {
        session_id: sessionId,
        transcript_path: expect.any(String),
        cwd: folder,
        permission_mode: 'bypassPermissions',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'true' },
        tool_use_id: 'toolu_1',
        thread: threadId,
        parent: null,
        run: expect.stringMatching(/^run_/),
      },
    ])
    expect((await callsOf(client, threadId))[0]?.[0]).toBe('done')
  })

  test('that exits with 2 refuses the call, tells the model why, and is named as who decided', async () => {
    const talk = await withHooks(on('PreToolUse', 'echo "not today" >&2; exit 2'), once(bash('touch ran')))
    const { client, threadId, folder } = talk
    await say(client, threadId, 'Go')
    const [denied] = await callsOf(client, threadId)
    expect(denied).toEqual([
      'denied',
      expect.stringMatching(
        /^Denied: the PreToolUse hook “.*” \(\.claude\/settings\.json, line \d+\) refuses it: not today$/,
      ),
    ])
    expect(existsSync(join(folder, 'ran'))).toBe(false)
    expect(talk.simulator.requests[1]?.bodyText).toContain('not today')
    const decided = client.stored().flatMap((event) => (event.type === 'approval.decided' ? [event.approval] : []))
    expect(decided).toMatchObject([{ state: 'denied', decidedBy: 'hook', tool: 'bash' }])
  })

  test('never allows what a rule denies or asks about', async () => {
    const settings = { permissions: { deny: ['Bash(touch denied)'], ask: ['Bash(touch asked)'] } }
    const hooks = on('PreToolUse', pre({ permissionDecision: 'allow' }))
    const calls = once(bash('touch denied', 'toolu_1'), bash('touch asked', 'toolu_2'), bash('touch free', 'toolu_3'))
    const talk = await withHooks(hooks, calls, { settings, session: { permissionMode: 'default' } })
    const { client, threadId, folder } = talk
    await client.call('turn.send', { threadId, text: 'Go' })
    await client.until(() => client.stored().filter((event) => event.type === 'approval.opened').length === 2)
    expect((await callsOf(client, threadId)).map(([state]) => state)).toEqual([
      'denied',
      'waiting-approval',
      'waiting-approval',
    ])
    expect(existsSync(join(folder, 'free'))).toBe(false)
  })

  test('that asks is asked, even where everything is allowed, and no rule answers for the person', async () => {
    const hooks = on('PreToolUse', pre({ permissionDecision: 'ask', permissionDecisionReason: 'look at this' }))
    const { client, threadId, folder } = await withHooks(hooks, once(bash('touch ran')))
    await client.call('turn.send', { threadId, text: 'Go' })
    await client.state(threadId, 'waiting-approval')
    const { open: approvals } = await client.call('approval.list', {})
    expect(approvals[0]?.reason).toMatchObject({ source: 'hook', text: expect.stringContaining('look at this') })
    await client.call('approval.answer', { approvalId: approvals[0]?.id ?? '', decision: 'allow', scope: 'once' })
    await client.state(threadId, 'idle')
    expect(existsSync(join(folder, 'ran'))).toBe(true)
  })

  test('may change the input; the rules judge what it made of it, and the model is told what ran', async () => {
    const hooks = onMatch('PreToolUse', 'Bash', pre({ updatedInput: { command: 'echo changed' } }))
    const { client, threadId, simulator } = await withHooks(hooks, once(bash('echo asked')))
    await say(client, threadId, 'Go')
    const [item] = (await itemsOf(client, threadId)).filter((each) => each.kind === 'tool')
    expect(item).toMatchObject({ input: { command: 'echo changed' }, originalInput: { command: 'echo asked' } })
    expect(item?.output).toMatch(/^changed\n[\s\S]*A hook changed this call's input/)
    expect(simulator.requests[1]?.bodyText).toContain('echo asked')
  })

  test('that changes the input into what a rule denies changes it in vain', async () => {
    const hooks = on('PreToolUse', pre({ permissionDecision: 'allow', updatedInput: { command: 'touch denied' } }))
    const settings = { permissions: { deny: ['Bash(touch:*)'] } }
    const { client, threadId, folder } = await withHooks(hooks, once(bash('true')), { settings })
    await say(client, threadId, 'Go')
    expect((await callsOf(client, threadId))[0]?.[0]).toBe('denied')
    expect(existsSync(join(folder, 'denied'))).toBe(false)
  })

  test('that changes the input into nonsense refuses it', async () => {
    const hooks = on('PreToolUse', pre({ updatedInput: { command: 7 } }))
    const { client, threadId } = await withHooks(hooks, once(bash('true')))
    await say(client, threadId, 'Go')
    expect((await callsOf(client, threadId))[0]).toEqual(['denied', expect.stringContaining('the tool does not take')])
  })

  test('holds for what starts others, under both of its names', async () => {
    const hooks = onMatch('PreToolUse', 'Task', 'echo "no workers" >&2; exit 2')
    const agent = call('Agent', { description: 'Look', prompt: 'look', isolation: 'none' }, { id: 'toolu_1' })
    const { client, threadId, sessionId } = await withHooks(hooks, scriptByTurn([reply(agent), reply(text('Done.'))]))
    await say(client, threadId, 'Go')
    expect((await callsOf(client, threadId))[0]).toEqual(['denied', expect.stringContaining('no workers')])
    expect((await client.call('session.read', { sessionId })).threads).toHaveLength(1)
  })

  test('can end the turn', async () => {
    const hooks = on('PreToolUse', json({ continue: false, stopReason: 'enough for today' }))
    const { client, threadId, simulator, folder } = await withHooks(hooks, once(bash('touch ran')))
    const thread = await say(client, threadId, 'Go')
    expect(thread).toMatchObject({ state: 'interrupted', stateReason: expect.stringContaining('enough for today') })
    expect(existsSync(join(folder, 'ran'))).toBe(false)
    expect(simulator.requests).toHaveLength(1)
  })
})

describe('a hook after a call', () => {
  test('is told what came of it, and what it says goes behind the stored result', async () => {
    const hooks = {
      ...onMatch('PostToolUse', 'Bash', note('told'), post({ additionalContext: 'The linter is unhappy.' })),
    }
    const { client, threadId, folder, simulator } = await withHooks(hooks, once(bash('echo out')))
    await say(client, threadId, 'Go')
    expect(noted(folder, 'told')).toMatchObject([
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_response: { stdout: expect.stringContaining('out'), stderr: '' },
      },
    ])
    const last = simulator.requests[1]?.bodyText ?? ''
    expect(last.indexOf('The linter is unhappy.')).toBeGreaterThan(last.indexOf('exit code 0'))
    expect(await noticesOf(client, threadId)).toEqual([
      expect.stringContaining('told the model: The linter is unhappy.'),
    ])
  })

  test('that blocks tells the model its reason; the effect stands', async () => {
    const hooks = on('PostToolUse', 'echo "fix the style" >&2; exit 2')
    const { client, threadId, simulator } = await withHooks(hooks, once(bash('true')))
    await say(client, threadId, 'Go')
    expect((await callsOf(client, threadId))[0]?.[0]).toBe('done')
    expect(simulator.requests[1]?.bodyText).toContain('About the call toolu_1 of Bash: fix the style')
  })

  test('does not run for a call that failed', async () => {
    const { client, threadId, folder } = await withHooks(on('PostToolUse', note('told')), once(bash('exit 3')))
    await say(client, threadId, 'Go')
    expect(noted(folder, 'told')).toEqual([])
  })
})

describe('hooks', () => {
  test('of a project that is not trusted do nothing, nor once their file was changed', async () => {
    const hooks = on('PreToolUse', note('told'))
    const talk = await withHooks(hooks, scriptByTurn([reply(bash('true')), reply(text('Done.'))]), { trust: false })
    const { client, threadId, folder } = talk
    await say(client, threadId, 'Go')
    expect(noted(folder, 'told')).toEqual([])
  })

  test('are inert as soon as a script they name is another one than was trusted', async () => {
    const files = { 'check.sh': 'echo no >&2; exit 2\n' }
    const hooks = on('PreToolUse', 'bash "$CLAUDE_PROJECT_DIR"/check.sh')
    const two = scriptByTurn([
      reply(bash('true', 'toolu_1')),
      reply(text('A.')),
      reply(bash('true', 'toolu_2')),
      reply(text('B.')),
    ])
    const { client, threadId, folder } = await withHooks(hooks, two, { files })
    await say(client, threadId, 'Go')
    writeFileSync(join(folder, 'check.sh'), 'touch evil\n')
    await say(client, threadId, 'Again')
    expect((await callsOf(client, threadId)).map(([state]) => state)).toEqual(['denied', 'done'])
    expect(existsSync(join(folder, 'evil'))).toBe(false)
  })

  test('that break say how in the turn, each in its words, and the call goes on', async () => {
    const hooks = {
      PreToolUse: [
        {
          hooks: [
            { type: 'command' as const, command: 'sleep 300', timeout: 0.2 },
            { type: 'command' as const, command: 'head -c 100000000 /dev/zero' },
            { type: 'command' as const, command: 'kill -9 $$' },
            { type: 'command' as const, command: 'echo "{broken"' },
            { type: 'command' as const, command: 'exec <&-; exit 1' },
          ],
        },
      ],
    }
    const { client, threadId } = await withHooks(hooks, once(bash('true')))
    await say(client, threadId, 'Go')
    expect((await callsOf(client, threadId))[0]?.[0]).toBe('done')
    const notices = await noticesOf(client, threadId)
    expect(notices.map((text) => text.replace(/^.*\)\s/, ''))).toEqual([
      'ran longer than 0.2 s and was ended.',
      'printed more than 10 MB and was ended.',
      'was ended by SIGKILL.',
      'printed what begins like JSON and is none.',
      'failed with exit code 1.',
    ])
  })

  test('with the same command run once, and side by side', async () => {
    const wait = (mine: string, other: string) =>
      `touch ${mine}; for i in $(seq 500); do [ -e ${other} ] && exit 0; sleep 0.01; done; exit 2`
    const hooks = {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command' as const, command: note('told') }] },
        {
          matcher: '*',
          hooks: [note('told'), wait('a', 'b'), wait('b', 'a')].map((command) => ({
            type: 'command' as const,
            command,
          })),
        },
      ],
    }
    const { client, threadId, folder } = await withHooks(hooks, once(bash('true')))
    await say(client, threadId, 'Go')
    expect(noted(folder, 'told')).toHaveLength(1)
    expect((await callsOf(client, threadId))[0]?.[0]).toBe('done')
  })
})
