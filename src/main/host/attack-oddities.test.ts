// Things that happen at the wrong moment, or twice, or to files somebody tidied away.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import { converse, itemsOf, plainFolder, say } from '../../testing/conversation'
import { forkInWorktree, talkInRepository, testRepository } from '../../testing/repository-talk'
import { openSession, startTestHost } from '../../testing/test-host'
import { expectWireHolds } from '../../testing/wire-checks'

test('the demo that is opened by two people at once is made once', async () => {
  const { client, dataDir, log } = await startTestHost()
  const opened = await Promise.all(Array.from({ length: 4 }, () => client.call('demo.open', {})))
  expect(new Set(opened.map(({ projectId }) => projectId)).size).toBe(1)
  expect(readdirSync(join(dataDir, 'demo'))).toEqual(['abacus'])
  expect(log.filter((line) => line.includes('"error"'))).toEqual([])
})

test('the same folder opened by many at once is one project', async () => {
  const { client } = await startTestHost()
  const folder = plainFolder()
  const opened = await Promise.all(Array.from({ length: 8 }, () => client.call('project.open', { path: folder })))
  expect(new Set(opened.map(({ projectId }) => projectId)).size).toBe(1)
})

test('a saved output that was tidied away is said to be gone; what was sent of it stays', async () => {
  const talk = await converse(
    scriptByTurn([reply(call('bash', { command: 'seq 1 20000' }, { id: 'toolu_seq' })), reply(text('Counted.'))]),
  )
  const { client, threadId, dataDir, simulator, sessionId } = talk
  await client.call('settings.write', { patch: { 'replace.resultChars': 10_000 } })
  await say(client, threadId, 'Count')
  const range = { threadId, toolUseId: 'toolu_seq', offset: 30_000, limit: 10 }
  expect((await client.call('tool.output', range)).text).toHaveLength(10)
  rmSync(join(dataDir, 'outputs'), { recursive: true })
  expect(await client.fails('tool.output', range)).toMatchObject({ code: 'store.unreadable' })
  await say(client, threadId, 'And now?')
  await expectWireHolds(client, simulator, sessionId)
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
})

test('an app that is closed while a worktree is made goes on with it when the fork is resumed', async () => {
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([
        {
          match: /./,
          script: scriptByTurn([reply(call('bash', { command: 'cat a.txt' })), reply(text('Result: read.'))]),
        },
      ]),
      () => reply(text('Yes.')),
    ),
  )
  await say(talk.client, talk.threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'read')
  const { client } = await talk.restart()
  await client.call('session.subscribe', { sessionId: talk.sessionId })
  await client.call('thread.resume', { threadId: id })
  await client.state(id, 'done')
  expect((await itemsOf(client, id)).find((item) => item.kind === 'tool')).toMatchObject({
    state: 'done',
    output: expect.stringContaining('one'),
  })
  expect(existsSync(join(worktree.path, 'a.txt'))).toBe(true)
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
})

test('a fork whose repository is gone says so, and so do its worktree’s commands', async () => {
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([
        { match: /./, script: scriptByTurn([reply(text('Result: done.')), reply(call('bash', { command: 'ls' }))]) },
      ]),
      () => reply(text('Yes.')),
    ),
  )
  const { client, folder, threadId } = talk
  await say(client, threadId, 'Hi')
  const { id } = await forkInWorktree(talk, 'work', 'done')
  rmSync(folder, { recursive: true })
  await client.call('turn.send', { threadId: id, text: 'Further' })
  expect(await client.state(id, 'worktree-missing')).toMatchObject({
    stateReason: expect.stringContaining('repository'),
  })
  expect((await client.fails('fork.start', { threadId, directives: ['x'], isolation: 'worktree' })).code).toBe(
    'worktree.not_git',
  )
  expect(await client.fails('thread.resume', { threadId: id })).toMatchObject({ code: 'worktree.missing' })
})

test('a fork of a fork whose worktree is gone never works anywhere else', async () => {
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([
        {
          match: 'inner',
          script: scriptByTurn([reply(call('bash', { command: 'touch escaped' })), reply(text('Never.'))]),
        },
      ]),
      () => reply(text('Result: done.')),
    ),
  )
  const { client, repository } = talk
  await say(client, talk.threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'outer', 'done')
  rmSync(worktree.path, { recursive: true })
  const { threadIds } = await client.call('fork.start', { threadId: id, directives: ['inner'] })
  await client.state(threadIds[0] ?? '', 'worktree-missing')
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('settings that change while forks wait in line take hold, and values out of range do not', async () => {
  const repository = testRepository()
  const { client, simulator } = await startTestHost({ simulator: { script: () => reply(text('Result: done.')) } })
  const { threadId } = await openSession(client, repository.folder)
  for (const patch of [
    { 'fork.concurrency': 0 },
    { 'fork.concurrency': 1.5 },
    { 'limits.forkSteps': -1 },
    { nonsense: 1 },
    { theme: 'pink' },
  ])
    expect(await client.raw({ command: 'settings.write', input: { patch } })).toMatchObject({
      failure: { code: 'invalid_input' },
    })
  await client.call('settings.write', { patch: { 'fork.concurrency': 1, 'fork.gate': 'off' } })
  await say(client, threadId, 'Hi')
  const hold = simulator.hold(ofFork(), { count: 3 })
  const { threadIds } = await client.call('fork.start', { threadId, directives: ['a', 'b', 'c'], isolation: 'none' })
  await hold.arrived
  expect(threadIds.map((id) => client.thread(id)?.state)).toEqual(['streaming', 'queued', 'queued'])
  await client.call('settings.write', { patch: { 'fork.concurrency': 8 } })
  await expect.poll(() => hold.held.length).toBe(3)
  hold.release()
  await Promise.all(threadIds.map((id) => client.state(id, 'done')))
})
