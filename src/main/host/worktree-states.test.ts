// What a worktree is said to be: in use while a thread runs in it, dirty or ready at rest, and one thing at a time.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, text } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import { say } from '../../testing/conversation'
import { forkInWorktree, talkInRepository, worktreeOf } from '../../testing/repository-talk'
import type { TestClient } from '../../testing/test-host'

const script = firstOf(
  scriptByDirective([
    {
      match: /write/,
      script: ({ lastUser }) =>
        lastUser.toolResults.length > 0
          ? reply(text('Result: written.'))
          : reply(call('write', { file_path: 'new.txt', content: 'one\ntwo\n' })),
    },
  ]),
  () => reply(text('Result: done.')),
)

const stateOf = (client: TestClient, id: string) => client.thread(id)?.worktree?.state
const inState = (client: TestClient, id: string, state: string) =>
  client.until(() => stateOf(client, id) === state, `${id}: ${state} (is ${stateOf(client, id)})`)

test('in use while its thread runs, ready or dirty afterwards, with the lines of its own work', async () => {
  const talk = await talkInRepository(script)
  const { client, simulator } = talk
  await say(client, talk.threadId, 'Hi')
  const hold = simulator.hold(ofFork('look'))
  const looking = await forkInWorktree(talk, 'look')
  await inState(client, looking.id, 'in-use')
  hold.release()
  await inState(client, looking.id, 'ready')
  const writing = await forkInWorktree(talk, 'write', 'done')
  await inState(client, writing.id, 'dirty')
  expect(worktreeOf(client, writing.id)).toMatchObject({ filesChanged: 1, added: 2, removed: 0, keptAt: null })
  await say(client, writing.id, 'write more')
  await inState(client, writing.id, 'dirty')
})

test('another thread that works in it keeps it in use, and it is not said to be so after a crash', async () => {
  const talk = await talkInRepository(script)
  const { client, simulator } = talk
  await say(client, talk.threadId, 'Hi')
  const { id } = await forkInWorktree(talk, 'look', 'done')
  const hold = simulator.hold(ofFork('guest'))
  const { threadIds } = await client.call('fork.start', { threadId: id, directives: ['guest'], isolation: 'none' })
  await hold.arrived
  await inState(client, id, 'in-use')
  const { client: after } = await talk.restart()
  await after.call('session.subscribe', { sessionId: talk.sessionId })
  const { threads } = await after.call('session.read', { sessionId: talk.sessionId })
  expect(threads.find((thread) => thread.id === threadIds[0])?.state).toBe('interrupted')
  expect(threads.find((thread) => thread.id === id)?.worktree?.state).toBe('ready')
  hold.release()
})

test('a guest at rest is told of before its folder is taken away', async () => {
  const talk = await talkInRepository(script)
  const { client } = talk
  await say(client, talk.threadId, 'Hi')
  const { id } = await forkInWorktree(talk, 'look', 'done')
  const [guest = ''] = (await client.call('fork.start', { threadId: id, directives: ['guest'], isolation: 'none' }))
    .threadIds
  await client.state(guest, 'done')
  expect(await client.fails('worktree.discard', { threadId: id })).toMatchObject({
    code: 'worktree.dirty',
    loss: [expect.stringContaining('works in it too')],
  })
})

test('missing when it is found gone, and what it is when it was made again', async () => {
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([
        {
          match: /again/,
          script: ({ lastUser }) =>
            lastUser.toolResults.length > 0
              ? reply(text('Result: read.'))
              : reply(call('read', { file_path: 'a.txt' })),
        },
      ]),
      script,
    ),
  )
  const { client } = talk
  await say(client, talk.threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'again', 'done')
  writeFileSync(join(worktree.path, 'more.txt'), 'x')
  rmSync(worktree.path, { recursive: true })
  await client.call('turn.send', { threadId: id, text: 'again' })
  await client.state(id, 'worktree-missing')
  expect(stateOf(client, id)).toBe('missing')
  await client.call('thread.resume', { threadId: id })
  await client.state(id, 'done')
  await inState(client, id, 'ready')
})
