// Clients name what they create: the same again gets the first answer, another input is a conflict, also at once and after a restart.
import { expect, test } from 'vitest'
import type { CommandInput, CommandName } from '../../shared/contract/commands'
import { reply, text } from '../../simulator/script/builders'
import { atRest, type Conversation, converse, say } from '../../testing/conversation'
import { testId } from '../../testing/records'
import type { TestClient } from '../../testing/test-host'

/** A command that names what it creates, and the same with another input. */
interface Named {
  command: CommandName
  input: Record<string, unknown>
  other: Record<string, unknown>
}

function namedCommands({ threadId }: Conversation, projectId: string): Named[] {
  const ids = [testId('thread'), testId('thread')]
  const turnId = testId('turn')
  const sessionId = testId('session')
  const main = testId('thread')
  const directives = ['One', 'Two']
  return [
    {
      command: 'session.create',
      input: { projectId, sessionId, title: 'Named' },
      other: { projectId, sessionId, title: 'Renamed' },
    },
    {
      command: 'session.create',
      input: { projectId, threadId: main },
      other: { projectId, threadId: main, coordinator: true },
    },
    { command: 'turn.send', input: { threadId, turnId, text: 'Named' }, other: { threadId, turnId, text: 'Other' } },
    {
      command: 'fork.start',
      input: { threadId, directives, threadIds: ids, isolation: 'none' },
      other: { threadId, directives: ['One', 'Three'], threadIds: ids, isolation: 'none' },
    },
  ]
}

async function everything(client: TestClient): Promise<unknown> {
  const { sessions } = await client.call('session.list', {})
  const views = await Promise.all(sessions.map(({ id }) => client.call('session.read', { sessionId: id })))
  return views
    .map(({ threads, turns }) => ({ threads: threads.map(({ id }) => id), turns: turns.map(({ id }) => id) }))
    .sort((a, b) => String(a.threads).localeCompare(String(b.threads)))
}

/** Sends any command, as a client that is not checked by a compiler may. */
async function send(client: TestClient, { command }: Named, input: Record<string, unknown>): Promise<unknown> {
  const answer = await client.raw({ command, input })
  if (!('ok' in answer)) throw new Error('no answer')
  return answer.ok ? answer.result : answer.failure.code
}

async function prepared(): Promise<{ talk: Conversation; named: Named[] }> {
  const talk = await converse(() => reply(text('Yes.')))
  await say(talk.client, talk.threadId, 'Hi')
  const { projects } = await talk.client.call('project.list', {})
  return { talk, named: namedCommands(talk, projects[0]?.id ?? '') }
}

test('the same command gives the first answer, also at once and after a restart; nothing is made twice', async () => {
  const { talk, named } = await prepared()
  const { client } = talk
  const first: unknown[] = []
  for (const each of named) {
    const [one, two] = await Promise.all([send(client, each, each.input), send(client, each, each.input)])
    expect(two, each.command).toEqual(one)
    expect(await send(client, each, each.input)).toEqual(one)
    first.push(one)
  }
  await atRest(client, talk.threadId)
  const before = await everything(client)
  const reopened = await talk.reopen()
  for (const [n, each] of named.entries()) expect(await send(reopened, each, each.input)).toEqual(first[n])
  expect(await everything(reopened)).toEqual(before)
})

test('another input under a used name is a conflict, also at once and after a restart', async () => {
  const { talk, named } = await prepared()
  const { client } = talk
  for (const each of named) {
    const both = await Promise.all([send(client, each, each.input), send(client, each, each.other)])
    expect(both[1], each.command).toBe('conflict')
    expect(await send(client, each, each.other)).toBe('conflict')
  }
  const reopened = await talk.reopen()
  const before = await everything(reopened)
  for (const each of named) expect(await send(reopened, each, each.other)).toBe('conflict')
  expect(await everything(reopened)).toEqual(before)
})

test('orders at once that share some of their names make one family, not two halves', async () => {
  const { talk } = await prepared()
  const { client, threadId, sessionId } = talk
  const [a = '', b = '', c = ''] = [testId('thread'), testId('thread'), testId('thread')]
  const order = (threadIds: string[]) =>
    client.raw({ command: 'fork.start', input: { threadId, directives: ['x', 'y'], threadIds, isolation: 'none' } })
  const answers = await Promise.all([order([a, b]), order([c, b]), order([b, a])])
  expect(answers.map((answer) => 'ok' in answer && (answer.ok || answer.failure.code))).toEqual([
    true,
    'conflict',
    'conflict',
  ])
  const { threads } = await client.call('session.read', { sessionId })
  expect(threads.map(({ id }) => id)).toEqual([threadId, a, b])
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
})

test('the same named message sent twice at once is said once, and the model hears it once', async () => {
  const { talk } = await prepared()
  const { client, threadId, simulator } = talk
  const input: CommandInput<'turn.send'> = { threadId, turnId: testId('turn'), text: 'Once' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.call('turn.send', input)))
  expect(new Set(answers.map(({ turnId }) => turnId)).size).toBe(1)
  await atRest(client, threadId)
  expect(simulator.requests).toHaveLength(2)
  const { turns } = await client.call('thread.read', { threadId })
  expect(turns.map(({ n, state }) => [n, state])).toEqual([
    [1, 'done'],
    [2, 'done'],
  ])
})

test('a named resume is taken up once, and a repetition after a restart is answered as before', async () => {
  const { talk } = await prepared()
  const { client, threadId } = talk
  const [fork = ''] = (await client.call('fork.start', { threadId, directives: ['x'], isolation: 'none' })).threadIds
  await client.state(fork, 'done')
  const input = { threadId: fork, turnId: testId('turn'), text: 'Further' }
  const answers = await Promise.all([client.call('thread.resume', input), client.call('thread.resume', input)])
  expect(answers[1]).toEqual(answers[0])
  await client.until(async () => (await client.call('thread.read', { threadId: fork })).turns.length === 2)
  const reopened = await talk.reopen()
  expect(await reopened.call('thread.resume', input)).toEqual(answers[0])
  expect((await reopened.call('thread.read', { threadId: fork })).turns).toHaveLength(2)
})
