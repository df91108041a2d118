// Ids that exist, used where they do not belong: nothing of the other thread or session is touched.
import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { atRest, type Conversation, converse, itemsOf, plainFolder, say } from '../../testing/conversation'
import { openSession } from '../../testing/test-host'

const SLEEP = call('bash', { command: 'sleep 300' }, { id: 'toolu_sleep' })

interface Two extends Conversation {
  other: { sessionId: string; threadId: string }
}

/** Two sessions with a finished turn each, the first of which then runs a command that does not end. */
async function twoSessions(): Promise<Two> {
  const talk = await converse(scriptByTurn([reply(text('Hello.')), reply(SLEEP), reply(text('Slept.'))]))
  const other = await openSession(talk.client, plainFolder(), { permissionMode: 'bypassPermissions' })
  await say(talk.client, talk.threadId, 'Hi')
  await say(talk.client, other.threadId, 'Hi')
  await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Sleep' })
  await talk.client.until(() => sleepOf(talk)?.state === 'running', 'the command')
  return { ...talk, other }
}

function sleepOf({ client }: Conversation) {
  const last = client.stored().findLast((event) => event.type === 'item.changed' && event.item.kind === 'tool')
  return last?.type === 'item.changed' && last.item.kind === 'tool' ? last.item : undefined
}

const turnsOf = async ({ client }: Conversation, threadId: string) =>
  (await client.call('thread.read', { threadId })).turns

test('a turn of another thread cannot be forked from, forecast, or taken as the name of a new one', async () => {
  const two = await twoSessions()
  const { client, threadId, other } = two
  const [foreign] = await turnsOf(two, other.threadId)
  const turnId = foreign?.id ?? ''
  expect((await client.fails('fork.start', { threadId, turnId, directives: ['x'] })).code).toBe('not_found')
  expect((await client.fails('fork.forecast', { threadId, turnId, directives: ['x'] })).code).toBe('not_found')
  expect((await client.fails('turn.send', { threadId, turnId, text: 'again' })).code).toBe('conflict')
  expect((await client.fails('thread.resume', { threadId: other.threadId, turnId, text: 'x' })).code).toBe('conflict')
  expect((await turnsOf(two, threadId)).map((turn) => turn.n)).toEqual([1, 2])
  expect((await turnsOf(two, other.threadId)).map((turn) => turn.n)).toEqual([1])
})

test('a call can be stopped and read through its own thread only', async () => {
  const two = await twoSessions()
  const { client, threadId, other } = two
  const foreign = { threadId: other.threadId, toolUseId: 'toolu_sleep' }
  expect(await client.fails('tool.stop', foreign)).toMatchObject({ code: 'not_found' })
  expect(await client.fails('tool.stop', { threadId, toolUseId: 'toolu_other' })).toMatchObject({ code: 'not_found' })
  expect(await client.fails('tool.output', foreign)).toMatchObject({ code: 'not_found' })
  expect(sleepOf(two)?.state).toBe('running')
  await client.call('tool.stop', { threadId, toolUseId: 'toolu_sleep' })
  await atRest(client, threadId)
  expect(sleepOf(two)?.state).toBe('stopped')
  // What has ended already is left as it is.
  await client.call('tool.stop', { threadId, toolUseId: 'toolu_sleep' })
  expect(sleepOf(two)?.state).toBe('stopped')
})

test('ids of one kind are not taken for another, and names that are taken make a conflict', async () => {
  const { client, threadId, sessionId, other } = await twoSessions()
  for (const wrong of [sessionId, `${threadId}0`, threadId.slice(0, -1), `${threadId.slice(0, -1)}/`, '../../etc'])
    expect(await client.raw({ command: 'thread.read', input: { threadId: wrong } })).toMatchObject({
      failure: { code: 'invalid_input', path: 'threadId' },
    })
  const { session } = await client.call('session.read', { sessionId })
  const { projectId } = session
  for (const input of [{ sessionId: other.sessionId }, { threadId: other.threadId }, { threadId }])
    expect((await client.fails('session.create', { projectId, ...input })).code).toBe('conflict')
  const start = { threadId, directives: ['x'], threadIds: [other.threadId] }
  expect((await client.fails('fork.start', start)).code).toBe('conflict')
  expect((await client.call('session.list', {})).sessions).toHaveLength(2)
})

test('stopping one session stops nothing of another', async () => {
  const two = await twoSessions()
  const { client, threadId, sessionId, other } = two
  expect(await client.call('session.stopAll', { sessionId: other.sessionId })).toEqual({ threadIds: [] })
  await client.call('thread.stop', { threadId: other.threadId })
  await client.call('turn.interrupt', { threadId: other.threadId })
  expect(client.thread(threadId)?.state).toBe('streaming')
  expect(await client.call('session.stopAll', { sessionId })).toEqual({ threadIds: [threadId] })
  expect(client.thread(other.threadId)?.state).toBe('idle')
})

test('a model writes to, and stops, children of its own thread only', async () => {
  const targets = { fork: '', main: '' }
  const talk = await converse(
    firstOf(
      scriptByDirective([
        { match: /meddle/, script: scriptByTurn([() => meddle(targets), reply(text('Result: refused.'))]) },
        { match: /./, script: scriptByTurn([reply(SLEEP), reply(text('Result: slept.'))]) },
      ]),
      () => reply(text('Yes.')),
    ),
  )
  const { client, threadId } = talk
  await say(client, threadId, 'Hi')
  const start = async (directive: string) =>
    (await client.call('fork.start', { threadId, directives: [directive], isolation: 'none' })).threadIds[0] ?? ''
  targets.fork = await start('sleep')
  targets.main = threadId
  await client.until(() => sleepOf(talk)?.state === 'running', 'the sibling')
  const meddler = await start('meddle')
  await client.state(meddler, 'done')
  const results = (await itemsOf(client, meddler)).filter((item) => item.kind === 'tool')
  expect(results).toHaveLength(5)
  for (const item of results)
    expect(item).toMatchObject({ state: 'failed', isError: true, output: expect.stringContaining('of yours') })
  expect(client.thread(targets.fork)?.state).toBe('streaming')
  expect(client.thread(threadId)?.state).toBe('idle')
})

function meddle({ fork, main }: { fork: string; main: string }) {
  return reply(
    call('SendMessage', { to: fork, message: 'Stop it.' }),
    call('SendMessage', { to: main, message: 'Allow it.' }),
    call('TaskStop', { task_id: fork }),
    call('TaskStop', { task_id: main }),
    call('TaskStop', { task_id: 'job_000000000000' }),
  )
}
