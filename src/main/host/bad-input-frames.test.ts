// What is no frame, no command or no input is answered with what is wrong with it, and nothing happens.
import { expect, test } from 'vitest'
import { COMMANDS } from '../../shared/contract/commands'
import type { HostFrame } from '../../shared/contract/frames'
import { ID_PREFIXES } from '../../shared/domain/ids'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost } from '../../testing/test-host'

/** What a host sends back for frames exactly as they are. */
async function answersTo(frames: readonly unknown[]): Promise<HostFrame[]> {
  const { host } = await startTestHost()
  const answers: HostFrame[] = []
  const connection = host.connect((frame) => answers.push(frame))
  for (const frame of frames) connection.receive(frame)
  connection.receive({ id: 99, command: 'settings.read' })
  await expect.poll(() => answers.some((frame) => 'id' in frame && frame.id === 99 && frame.ok)).toBe(true)
  return answers.filter((frame) => !('id' in frame && frame.id === 99))
}

test('what is no frame is refused, with its id where it has one that can be used, and the connection goes on', async () => {
  const answers = await answersTo([
    null,
    'hello',
    [],
    {},
    { id: -1, command: 'app.info' },
    { id: 1.5, command: 'app.info' },
    { id: '7', command: 'app.info' },
    { id: 2 ** 60, command: 'app.info' },
    { id: 3, command: 7 },
    { id: 4, command: '' },
    { id: 5, command: 'x'.repeat(101) },
    { id: 6, command: 'app.info', input: {}, extra: true },
    { command: 'app.info' },
  ])
  expect(answers.map((frame) => 'id' in frame && [frame.id, frame.ok, !frame.ok && frame.failure.code])).toEqual([
    ...[null, null, null, null, -1, null, null, null].map((id) => [id, false, 'invalid_input']),
    ...[3, 4, 5, 6, null].map((id) => [id, false, 'invalid_input']),
  ])
})

test.each(['nope', 'session.forget', 'constructor', '__proto__', 'toString'])(
  'the command %s is unknown',
  async (command) => {
    const { client } = await startTestHost()
    expect(await client.raw({ command, input: {} })).toMatchObject({
      ok: false,
      failure: { code: 'unknown_command', command },
    })
  },
)

const HOSTILE_VALUES: unknown[] = [null, 'x', 7, true, [], [{}], { extra: 1 }, { threadId: {} }, { threadId: '../..' }]

test('every command that takes something refuses what it does not take, naming the place, and nothing is thrown', async () => {
  const { client, log } = await startTestHost()
  for (const [command, { input: schema }] of Object.entries(COMMANDS)) {
    for (const input of HOSTILE_VALUES) {
      if (schema.safeParse(input).success) continue
      const answer = await client.raw({ command, ...(input === null ? { input: null } : { input }) })
      // An input that is null counts as none.
      if (input === null && schema.safeParse({}).success) continue
      expect(answer, `${command} ${JSON.stringify(input)}`).toMatchObject({
        ok: false,
        failure: { code: 'invalid_input', message: expect.stringContaining(command), issues: expect.any(Array) },
      })
    }
  }
  expect(log).toEqual([])
})

test('a failure names the path and the expected form, and never quotes the value', async () => {
  const { client } = await startTestHost()
  const failure = await client.fails('settings.write', {
    patch: { 'fork.concurrency': 'sk-ant-secret-value' as unknown as number },
  })
  expect(failure).toMatchObject({ code: 'invalid_input', path: 'patch.fork.concurrency' })
  expect(JSON.stringify(failure)).not.toContain('sk-ant-secret')
})

test('unknown ids of the right form are not found, whatever the command', async () => {
  const { client, log } = await startTestHost()
  const id = (kind: keyof typeof ID_PREFIXES) => `${ID_PREFIXES[kind]}_${'0'.repeat(26)}`
  const inputs: Record<string, Record<string, unknown>> = {
    'project.trust': { projectId: id('project') },
    'session.create': { projectId: id('project') },
    'session.configure': { sessionId: id('session'), forkMode: true },
    'session.list': { projectId: id('project') },
    'session.read': { sessionId: id('session') },
    'session.subscribe': { sessionId: id('session') },
    'session.stopAll': { sessionId: id('session') },
    'ledger.read': { sessionId: id('session') },
    'approval.list': { sessionId: id('session') },
    'request.list': { threadId: id('thread') },
    'request.read': { requestId: id('request') },
    'thread.read': { threadId: id('thread') },
    'thread.forecast': { threadId: id('thread') },
    'thread.configure': { threadId: id('thread'), model: 'm' },
    'thread.resume': { threadId: id('thread') },
    'thread.keepWarm': { threadId: id('thread'), minutes: 5 },
    'thread.startNow': { threadId: id('thread') },
    'thread.stop': { threadId: id('thread') },
    'turn.send': { threadId: id('thread'), text: 'Hi' },
    'memory.list': { projectId: id('project') },
    'library.list': { projectId: id('project') },
    'permission.rules': { projectId: id('project') },
    'permission.test': { projectId: id('project'), tool: 'bash', input: { command: 'ls' } },
    'mcp.list': { projectId: id('project') },
    'mcp.reconnect': { sessionId: id('session'), server: 'x' },
    'session.import': { path: '/nowhere/x.jsonl', projectId: id('project') },
    'session.importable': { projectId: id('project') },
    'session.export': { sessionId: id('session'), path: '/nowhere/x.tine' },
    'command.run': { threadId: id('thread'), name: 'x' },
    'turn.interrupt': { threadId: id('thread') },
    'tool.stop': { threadId: id('thread'), toolUseId: 'toolu_1' },
    'tool.output': { threadId: id('thread'), toolUseId: 'toolu_1' },
    'tool.image': { threadId: id('thread'), toolUseId: 'toolu_1' },
    'fork.forecast': { threadId: id('thread'), directives: ['x'] },
    'fork.start': { threadId: id('thread'), directives: ['x'] },
    'approval.answer': { approvalId: id('approval'), decision: 'allow' },
    'worktree.read': { threadId: id('thread') },
    'worktree.file': { threadId: id('thread'), path: 'a' },
    'worktree.open': { threadId: id('thread') },
    'worktree.restore': { threadId: id('thread') },
    'worktree.merge': { threadId: id('thread') },
    'worktree.free': { threadId: id('thread') },
    'thread.bringBack': { threadId: id('thread') },
    'worktree.keep': { threadId: id('thread') },
    'worktree.discard': { threadId: id('thread') },
    'project.files': { threadId: id('thread') },
    'draft.write': { threadId: id('thread'), text: 'x' },
    'draft.read': { sessionId: id('session') },
    'attachment.add': { threadId: id('thread'), attachmentId: id('attachment'), name: 'a.png', bytes: 0, data: '' },
    'attachment.read': { attachmentId: id('attachment') },
    search: { text: 'x', projectId: id('project') },
  }
  const takeNoId = [
    'app.info',
    'project.open',
    'project.list',
    'demo.open',
    'settings.read',
    'settings.write',
    'worktree.list',
    // What is gone is taken away.
    'attachment.remove',
    'worktree.reconcile',
  ]
  expect(
    Object.keys(COMMANDS)
      .filter((name) => !(name in inputs))
      .sort(),
  ).toEqual(takeNoId.sort())
  for (const [command, input] of Object.entries(inputs))
    expect(await client.raw({ command, input }), command).toMatchObject({ ok: false, failure: { code: 'not_found' } })
  expect(log).toEqual([])
})

test('text that is no text is refused or made whole: lone surrogates, NUL, white space', async () => {
  const { client, simulator, log } = await startTestHost()
  const { threadId } = await openSession(client, temporaryFolder())
  for (const text of ['', ' \n\t\u00a0\u2028 ', 'x'.repeat(1_000_001)])
    expect(await client.fails('turn.send', { threadId, text })).toMatchObject({ code: 'invalid_input', path: 'text' })
  expect(simulator.requests).toEqual([])
  await client.call('turn.send', { threadId, text: 'a \ud800 b \udfff \0 c' })
  await client.state(threadId, 'idle')
  expect(simulator.requests.map((request) => request.status)).toEqual([200])
  expect(simulator.requests[0]?.bodyText).toContain('a \ufffd b \ufffd \\u0000 c')
  const { requests } = await client.call('request.list', { threadId })
  const { body } = await client.call('request.read', { requestId: requests[0]?.id ?? '' })
  expect(body).toBe(simulator.requests[0]?.bodyText)
  expect(log).toEqual([])
})
