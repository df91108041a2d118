// Questions and their answers: unknown, late, twice, edited into nonsense, outlived by their call, their thread or the process.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Approval } from '../../shared/domain/approval'
import type { ToolItem } from '../../shared/domain/turn'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { atRest, type Conversation, converse, forkOff, itemsOf, say } from '../../testing/conversation'
import { testId } from '../../testing/records'
import type { TestClient } from '../../testing/test-host'
import { expectWireHolds } from '../../testing/wire-checks'

const touch = (name: string) => call('bash', { command: `touch ${name}` }, { id: `toolu_${name}` })

const asking = { session: { permissionMode: 'default' as const } }

/** A conversation whose first turn asks about these calls, and waits. */
async function askedAbout(...names: string[]): Promise<Conversation & { open: Approval[] }> {
  const talk = await converse(scriptByTurn([reply(...names.map(touch)), reply(text('Done.'))]), asking)
  await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Go' })
  const asked = () => talk.client.stored().filter((event) => event.type === 'approval.opened').length
  await talk.client.until(() => asked() === names.length, 'the questions')
  const open = await openOf(talk.client)
  return { ...talk, open: names.flatMap((name) => open.filter((each) => each.toolUseId === `toolu_${name}`)) }
}

const openOf = async (client: TestClient) => (await client.call('approval.list', {})).open

const toolsOf = async (client: TestClient, id: string) =>
  (await itemsOf(client, id)).filter((item): item is ToolItem => item.kind === 'tool')

test('an answer to a question nobody asked, or in another form, changes nothing', async () => {
  const { client, open } = await askedAbout('a')
  const approvalId = open[0]?.id ?? ''
  expect(await client.fails('approval.answer', { approvalId: testId('approval'), decision: 'allow' })).toMatchObject({
    code: 'not_found',
  })
  for (const wrong of [
    { decision: 'maybe' },
    { decision: 'allow', scope: 'everywhere' },
    { decision: 'allow', input: 'rm -rf /' },
    { decision: 'allow', note: 'x'.repeat(10_001) },
    { decision: 'allow', by: 'rule' },
  ])
    expect(await client.raw({ command: 'approval.answer', input: { approvalId, ...wrong } })).toMatchObject({
      ok: false,
      failure: { code: 'invalid_input' },
    })
  expect(await openOf(client)).toHaveLength(1)
})

test('an edited input has to be one the tool takes; what runs is what the person wrote, and the model is told', async () => {
  const { client, open, threadId, folder } = await askedAbout('a')
  const approvalId = open[0]?.id ?? ''
  for (const input of [{}, { command: 7 }, { command: 'touch b', extra: 1 }])
    expect(await client.fails('approval.answer', { approvalId, decision: 'allow', input })).toMatchObject({
      code: 'invalid_input',
      path: 'input',
    })
  expect(await openOf(client)).toHaveLength(1)
  const answered = await client.call('approval.answer', {
    approvalId,
    decision: 'allow',
    input: { command: 'touch b' },
  })
  expect(answered).toMatchObject({
    state: 'allowed',
    input: { command: 'touch b' },
    originalInput: { command: 'touch a' },
  })
  await atRest(client, threadId)
  expect([existsSync(join(folder, 'a')), existsSync(join(folder, 'b'))]).toEqual([false, true])
  expect(await toolsOf(client, threadId)).toMatchObject([{ output: expect.stringContaining('The person changed') }])
})

test('a denial with a note reaches the model as it is, whatever stands in it', async () => {
  const { client, open, threadId, simulator, sessionId } = await askedAbout('a')
  const note = 'Not \ud800 that </tool_result> one \0'
  await client.call('approval.answer', { approvalId: open[0]?.id ?? '', decision: 'deny', note })
  await atRest(client, threadId)
  expect(await toolsOf(client, threadId)).toMatchObject([
    { state: 'denied', isError: true, output: expect.stringContaining('</tool_result>') },
  ])
  await expectWireHolds(client, simulator, sessionId)
})

test('stopping a call closes its question and the turn goes on; a late answer is told so and runs nothing', async () => {
  const { client, open, threadId, folder } = await askedAbout('a', 'b')
  await client.call('tool.stop', { threadId, toolUseId: 'toolu_a' })
  expect(await client.fails('approval.answer', { approvalId: open[0]?.id ?? '', decision: 'allow' })).toMatchObject({
    code: 'approval.decided',
    state: 'closed',
    decidedBy: 'stopped',
  })
  await client.call('approval.answer', { approvalId: open[1]?.id ?? '', decision: 'allow' })
  await atRest(client, threadId)
  expect((await toolsOf(client, threadId)).map((tool) => tool.state)).toEqual(['stopped', 'done'])
  expect([existsSync(join(folder, 'a')), existsSync(join(folder, 'b'))]).toEqual([false, true])
})

test('interrupting a turn closes its questions; answering them afterwards runs nothing', async () => {
  const { client, open, threadId, folder } = await askedAbout('a', 'b')
  await client.call('turn.interrupt', { threadId })
  for (const { id } of open)
    expect((await client.fails('approval.answer', { approvalId: id, decision: 'allow' })).code).toBe('approval.decided')
  expect(await openOf(client)).toEqual([])
  await say(client, threadId, 'Go on')
  expect(existsSync(join(folder, 'a'))).toBe(false)
})

test('questions that outlived their process are each answered once, or stopped, and the turn is taken up once', async () => {
  const talk = await askedAbout('a', 'b', 'c')
  const { threadId, sessionId, folder, open, simulator } = talk
  const client = await talk.reopen()
  expect(client.thread(threadId)?.state).toBe('waiting-approval')
  expect((await openOf(client)).map(({ id }) => id).sort()).toEqual(open.map(({ id }) => id).sort())
  const answer = (n: number, decision: 'allow' | 'deny') =>
    client.raw({ command: 'approval.answer', input: { approvalId: open[n]?.id ?? '', decision } })
  const outcomes = await Promise.all([
    answer(0, 'allow'),
    answer(0, 'deny'),
    answer(1, 'deny'),
    client.raw({ command: 'tool.stop', input: { threadId, toolUseId: 'toolu_c' } }),
    answer(1, 'allow'),
  ])
  expect(outcomes.map((frame) => 'ok' in frame && (frame.ok || frame.failure.code))).toEqual([
    true,
    'approval.decided',
    true,
    true,
    'approval.decided',
  ])
  await client.state(threadId, 'idle')
  expect((await toolsOf(client, threadId)).map((tool) => tool.state)).toEqual(['done', 'denied', 'stopped'])
  expect(['a', 'b', 'c'].map((name) => existsSync(join(folder, name)))).toEqual([true, false, false])
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
  await expectWireHolds(client, simulator, sessionId)
})

test('a single call that waits since before a restart can be stopped, and its turn goes on', async () => {
  const talk = await askedAbout('a')
  const { threadId } = talk
  const client = await talk.reopen()
  await client.call('tool.stop', { threadId, toolUseId: 'toolu_a' })
  await client.state(threadId, 'idle')
  expect((await toolsOf(client, threadId)).map((tool) => tool.state)).toEqual(['stopped'])
  expect(await openOf(client)).toEqual([])
})

test('a thread that only waits for an answer since a restart can be stopped, forked from and written to', async () => {
  const talk = await askedAbout('a')
  const { threadId, folder, simulator, sessionId } = talk
  const client = await talk.reopen()
  expect(await client.call('turn.send', { threadId, text: 'And then?' })).toMatchObject({ queued: true })
  expect(await client.fails('thread.resume', { threadId })).toMatchObject({ code: 'thread.running' })
  await client.call('turn.interrupt', { threadId })
  expect(client.thread(threadId)?.state).toBe('interrupted')
  expect(await openOf(client)).toEqual([])
  await say(client, threadId, 'Now')
  await client.until(() => simulator.requests.at(-1)?.bodyText.includes('And then?'), 'the queued message')
  await atRest(client, threadId)
  expect(existsSync(join(folder, 'a'))).toBe(false)
  await expectWireHolds(client, simulator, sessionId)
})

test('a wider answer settles the same question of siblings, and says that a rule did it', async () => {
  const talk = await converse(
    firstOf(
      scriptByDirective([
        {
          match: /./,
          script: scriptByTurn([reply(call('bash', { command: 'echo x >> all.txt' })), reply(text('Result: done.'))]),
        },
      ]),
      () => reply(text('Yes.')),
    ),
    asking,
  )
  const { client, threadId, sessionId, folder } = talk
  await say(client, threadId, 'Hi')
  const ids = await forkOff(client, threadId, ['one', 'two', 'three'])
  await Promise.all(ids.map((id) => client.state(id, 'waiting-approval')))
  const open = await openOf(client)
  await client.call('approval.answer', { approvalId: open[0]?.id ?? '', decision: 'allow', scope: 'session' })
  await Promise.all(ids.map((id) => client.state(id, 'done')))
  const { decided } = await client.call('approval.list', { sessionId })
  expect(decided.map((each) => each.decidedBy).sort()).toEqual(['person', 'rule', 'rule'])
  expect(readFileSync(join(folder, 'all.txt'), 'utf8')).toBe('x\nx\nx\n')
})
