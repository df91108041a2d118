// Orders of forks that cannot be carried out: refused as a whole, with nothing of them left behind.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CommandInput } from '../../shared/contract/commands'
import { reply, text } from '../../simulator/script/builders'
import { converse, plainFolder, say } from '../../testing/conversation'
import { talkInRepository, testRepository } from '../../testing/repository-talk'
import { openSession, startTestHost, type TestClient } from '../../testing/test-host'

const threadsOf = async (client: TestClient, sessionId: string) =>
  (await client.call('session.read', { sessionId })).threads

const lines = (count: number) => Array.from({ length: count }, (_, n) => `Task ${n + 1}`)

test.each([
  ['no directive', [], 'directives'],
  ['17 directives', lines(17), 'directives'],
  ['an empty one', ['Task', ''], 'directives.1'],
  ['one of white space', [' \n\t\u00a0\u3000'], 'directives.0'],
  ['one of a megabyte', ['x'.repeat(1_000_000)], 'directives.0'],
  ['one that is no text', [7 as unknown as string], 'directives.0'],
])('%s is refused, with its place', async (_name, directives, path) => {
  const { client, simulator, threadId, sessionId } = await converse(() => reply(text('Yes.')))
  for (const command of ['fork.start', 'fork.forecast'] as const)
    expect(await client.fails(command, { threadId, directives })).toMatchObject({ code: 'invalid_input', path })
  expect(await threadsOf(client, sessionId)).toHaveLength(1)
  expect(simulator.requests).toEqual([])
})

test('sixteen directives are taken, and one of 100,000 characters', async () => {
  const { client, threadId } = await converse(() => reply(text('Result: done.')))
  const directives = [...lines(15), 'x'.repeat(100_000)]
  const { threadIds } = await client.call('fork.start', { threadId, directives, isolation: 'none' })
  await Promise.all(threadIds.map((id) => client.state(id, 'done')))
  expect(threadIds.map((id) => client.thread(id)?.directive)).toEqual(directives)
})

test('a directive that makes a poor title still makes a fork, with a branch name that git takes', async () => {
  const { client, simulator, threadId } = await talkInRepository(() => reply(text('Result: done.')))
  const directives = ['--force ..\\..//@{ ~^:?*[', '\ud800\0\u202e', '🔥', '; rm -rf / #', 'a'.repeat(400)]
  const { threadIds } = await client.call('fork.start', { threadId, directives, isolation: 'worktree' })
  await Promise.all(threadIds.map((id) => client.state(id, 'done')))
  const rested = () => threadIds.every((id) => client.thread(id)?.worktree?.state === 'ready')
  await client.until(rested, 'their worktrees at rest')
  for (const id of threadIds) expect(client.thread(id)?.worktree?.branch).toMatch(/^tine\/[\p{L}\p{N}-]+$/u)
  expect(simulator.requests.map((request) => request.status)).toEqual([200, 200, 200, 200, 200])
})

test.each([
  [{ threadIds: [] }, 'threadIds'],
  [{ threadIds: ['thr_00000000000000000000000001'] }, 'threadIds'],
  [{ threadIds: ['thr_00000000000000000000000001', 'thr_00000000000000000000000001'] }, 'threadIds'],
  [{ threadIds: ['thr_1', 'thr_2'] }, 'threadIds.0'],
  [{ kind: 'agent' as 'fork' }, 'kind'],
  [{ isolation: 'container' as 'none' }, 'isolation'],
])('%j does not go with two directives', async (more: Partial<CommandInput<'fork.start'>>, path) => {
  const { client, threadId, sessionId } = await converse(() => reply(text('Yes.')))
  const order = { threadId, directives: ['One', 'Two'], ...more }
  expect(await client.fails('fork.start', order)).toMatchObject({ code: 'invalid_input', path })
  expect(await threadsOf(client, sessionId)).toHaveLength(1)
})

test('a turn without a complete message of the model cannot be forked from: running, queued, failed', async () => {
  const { client, simulator, threadId, sessionId } = await converse(() => reply(text('Yes.')))
  await say(client, threadId, 'Hi')
  const hold = simulator.hold()
  const running = await client.call('turn.send', { threadId, text: 'Think' })
  await hold.arrived
  const queued = await client.call('turn.send', { threadId, text: 'Later' })
  const refuse = async (turnId: string) =>
    expect(await client.fails('fork.start', { threadId, turnId, directives: ['x'] })).toMatchObject({
      code: 'fork.not_forkable',
      threadId,
      turnId,
    })
  await refuse(running.turnId)
  await refuse(queued.turnId)
  await client.call('turn.interrupt', { threadId })
  hold.release()
  await client.state(threadId, 'interrupted')
  await refuse(running.turnId)
  const { turns } = await client.call('thread.read', { threadId })
  expect(turns.map((turn) => turn.forkable)).toEqual([true, false, false])
  expect(await threadsOf(client, sessionId)).toHaveLength(1)
})

test('a worktree is refused outside of git and before the first commit, and nothing of the order is left', async () => {
  const { client } = await startTestHost()
  const full = testRepository()
  const bare = join(full.beside, 'bare.git')
  full.git('clone', '--quiet', '--bare', full.folder, bare)
  const places = [
    [plainFolder(), 'worktree.not_git'],
    [testRepository('without files').folder, 'worktree.no_commit'],
    [bare, 'worktree.not_git'],
    [join(full.folder, '.git'), 'worktree.not_git'],
  ] as const
  for (const [folder, code] of places) {
    const { threadId, sessionId } = await openSession(client, folder)
    await say(client, threadId, 'Hi')
    const order = { threadId, directives: ['One', 'Two'], isolation: 'worktree' as const }
    expect((await client.fails('fork.start', order)).code).toBe(code)
    expect((await client.call('fork.forecast', order)).worktree).toMatchObject({ barred: code })
    expect(await threadsOf(client, sessionId)).toHaveLength(1)
    // Without the wish it is no obstacle.
    const { threadIds } = await client.call('fork.start', { threadId, directives: ['One'] })
    expect((await client.state(threadIds[0] ?? '', 'done')).isolation).toBe('none')
  }
})

test('with fork mode off only branches are opened, and the model’s own fork is refused as a result', async () => {
  const { client, threadId, sessionId } = await converse(() => reply(text('Yes.')), {
    env: { TINE_FORK_SUBAGENT: '0' },
  })
  await say(client, threadId, 'Hi')
  expect((await client.fails('fork.start', { threadId, directives: ['x'] })).code).toBe('fork.off')
  await client.call('fork.start', { threadId, directives: ['Talk on'], kind: 'branch', isolation: 'none' })
  expect((await threadsOf(client, sessionId)).map((thread) => thread.kind)).toEqual(['main', 'branch'])
})
