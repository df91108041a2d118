import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost, type TestClient } from '../../testing/test-host'

function folderWith(files: Record<string, string> = {}): string {
  const folder = join(temporaryFolder(), 'project')
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const sleeper = (id: string, mark: string) => call('bash', { command: `touch ${mark}; sleep 300` }, { id })

async function toolStates(client: TestClient, threadId: string): Promise<string[]> {
  const { turns } = await client.call('thread.read', { threadId })
  return turns.flatMap((turn) => turn.items.flatMap((item) => (item.kind === 'tool' ? [item.state] : [])))
}

const running = (client: TestClient, toolUseId: string) =>
  client.until(
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

test('a turn is interrupted in the middle of three calls, and the next message goes on with a valid history', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(
    scriptByTurn([
      reply(text('Three at once.'), sleeper('t1', 'm1'), sleeper('t2', 'm2'), sleeper('t3', 'm3')),
      reply(text('I go on.')),
    ]),
  )
  const { threadId } = await openSession(client, folderWith(), { permissionMode: 'bypassPermissions' })
  await client.call('turn.send', { threadId, text: 'Run three' })
  await Promise.all(['t1', 't2', 't3'].map((id) => running(client, id)))
  await client.call('turn.interrupt', { threadId })
  expect((await client.state(threadId, 'interrupted')).resumable).toBe(true)
  expect(await toolStates(client, threadId)).toEqual(['interrupted', 'interrupted', 'interrupted'])
  await client.call('turn.send', { threadId, text: 'Go on' })
  await client.state(threadId, 'idle')
  expect(simulator.requests.map((request) => request.status)).toEqual([200, 200])
})

test('a single call is stopped and the turn goes on with its result', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(scriptByTurn([reply(sleeper('t1', 'm1'), call('glob', { pattern: '*' })), reply(text('Fine.'))]))
  const { threadId } = await openSession(client, folderWith(), { permissionMode: 'bypassPermissions' })
  await client.call('turn.send', { threadId, text: 'Run' })
  await running(client, 't1')
  await client.call('tool.stop', { threadId, toolUseId: 't1' })
  await client.state(threadId, 'idle')
  expect(await toolStates(client, threadId)).toEqual(['stopped', 'done'])
})

test('a message sent while a turn runs is queued behind it; a steered one reaches the running turn', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(
    scriptByTurn([
      reply(call('glob', { pattern: '*' }, { id: 'g1' })),
      reply(text('Both seen.')),
      reply(text('Queued seen.')),
    ]),
  )
  const { threadId } = await openSession(client, folderWith())
  const hold = simulator.hold()
  await client.call('turn.send', { threadId, text: 'One' })
  await hold.arrived
  expect(await client.call('turn.send', { threadId, text: 'Later' })).toMatchObject({ queued: true, steered: false })
  expect(await client.call('turn.send', { threadId, text: 'Also', steer: true })).toMatchObject({
    queued: false,
    steered: true,
  })
  hold.release()
  await client.until(() => simulator.requests.length === 3 && client.thread(threadId)?.state === 'idle')
  const last = JSON.parse(simulator.requests[1]?.bodyText ?? '') as {
    messages: { content: { type: string; text?: string }[] }[]
  }
  expect(last.messages.at(-1)?.content.map((block) => block.text ?? block.type)).toEqual(['tool_result', 'Also'])
  const { turns } = await client.call('thread.read', { threadId })
  expect(turns.map((turn) => [turn.n, turn.state])).toEqual([
    [1, 'done'],
    [2, 'done'],
  ])
})

test('an open approval survives a restart and is run when it is answered; forks that streamed are resumed', async () => {
  const app = await startTestHost()
  const { simulator } = app
  const folder = folderWith({ 'a.txt': 'hi\n' })
  simulator.script(
    firstOf(
      scriptByDirective([
        {
          match: /ask/,
          script: scriptByTurn([reply(call('bash', { command: 'touch made.txt' })), reply(text('Made it.'))]),
        },
        { match: /flow/, script: () => reply(text('Streamed to the end.')) },
      ]),
      () => reply(text('Yes.')),
    ),
  )
  const { threadId, sessionId } = await openSession(app.client, folder)
  await app.client.call('turn.send', { threadId, text: 'Hi' })
  await app.client.state(threadId, 'idle')
  const hold = simulator.hold((request) => ofFork()(request) && request.bodyText.includes('flow'), { afterEvents: 3 })
  const { threadIds } = await app.client.call('fork.start', { threadId, directives: ['ask me'], isolation: 'none' })
  const [asking = ''] = threadIds
  await app.client.state(asking, 'waiting-approval')
  const second = await app.client.call('fork.start', { threadId, directives: ['flow'], isolation: 'none' })
  const [streaming = ''] = second.threadIds
  await hold.arrived
  const { client } = await app.restart()
  hold.release()
  await client.call('session.subscribe', { sessionId })
  const view = await client.call('session.read', { sessionId })
  const states = Object.fromEntries(view.threads.map((thread) => [thread.id, thread.state]))
  expect(states).toEqual({ [threadId]: 'idle', [asking]: 'waiting-approval', [streaming]: 'interrupted' })
  expect(view.openApprovals).toHaveLength(1)
  await client.call('approval.answer', { approvalId: view.openApprovals[0]?.id ?? '', decision: 'allow' })
  await client.state(asking, 'done')
  expect(existsSync(join(folder, 'made.txt'))).toBe(true)
  const again = await client.fails('approval.answer', { approvalId: view.openApprovals[0]?.id ?? '', decision: 'deny' })
  expect(again).toMatchObject({ code: 'approval.decided', decidedBy: 'person' })
  await client.call('thread.resume', { threadId: streaming })
  await client.state(streaming, 'done')
  const bodies = simulator.requests.filter((r) => ofFork()(r) && r.bodyText.includes('flow')).map((r) => r.bodyText)
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toBe(bodies[0])
  const nothing = await client.fails('thread.resume', { threadId: streaming })
  expect(nothing.code).toBe('thread.nothing_to_resume')
  await client.call('thread.resume', { threadId: streaming, text: 'One more question' })
  await client.until(
    () =>
      simulator.requests.at(-1)?.bodyText.includes('One more question') && client.thread(streaming)?.state === 'done',
  )
})
