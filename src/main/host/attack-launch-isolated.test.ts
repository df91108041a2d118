// A launch into worktrees that is disturbed: before anything is stored, while its checkouts are made, and with equal names.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, text } from '../../simulator/script/builders'
import { readLastUser } from '../../simulator/script/conversation'
import { ofFork } from '../../simulator/script/request-predicates'
import { temporaryRepository } from '../../testing/temporary-repository'
import { openSession, startTestHost, type TestClient } from '../../testing/test-host'
import { expectWireHolds } from '../../testing/wire-checks'

const FORKS = 3

/** All of the same name. */
const agent = (n: number) => call('Agent', { description: 'The same task', prompt: `Do task ${n}.` })

const script = firstOf(
  scriptByDirective([
    {
      match: /Do task/,
      script: ({ lastUser }) =>
        lastUser.toolResults.length === 1
          ? reply(text('Done.'))
          : reply(call('bash', { command: 'pwd; git rev-parse --abbrev-ref HEAD' })),
    },
  ]),
  (ctx) =>
    readLastUser(ctx.body).texts.some((said) => said.startsWith('Fork'))
      ? reply(text('I fork.'), ...Array.from({ length: FORKS }, (_, n) => agent(n)))
      : reply(text('Noted.')),
)

async function scene() {
  const app = await startTestHost({ simulator: { script } })
  const { folder, remove } = temporaryRepository({ files: { 'a.txt': 'one\n' } })
  onTestFinished(remove)
  const ids = await openSession(app.client, folder, { permissionMode: 'bypassPermissions' })
  return { ...app, ...ids, folder }
}

const forksOf = async (client: TestClient, sessionId: string) =>
  (await client.call('session.read', { sessionId })).threads.filter(({ parentId }) => parentId !== null)

const callsOf = async (client: TestClient, threadId: string) =>
  (await client.call('thread.read', { threadId })).turns
    .flatMap((turn) => turn.items)
    .flatMap((item) => (item.kind === 'tool' && item.name === 'Agent' ? [item] : []))

/** The folders of worktrees on the disk. */
const foldersIn = (dataDir: string) => {
  const folder = join(dataDir, 'worktrees')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('forks of the same name get branches and folders of their own, and work there', async () => {
  const { client, sessionId, threadId, simulator } = await scene()
  await client.call('turn.send', { threadId, text: 'Fork.' })
  await client.until(() => client.stored().filter(({ type }) => type === 'notification.delivered').length === FORKS)
  const forks = await forksOf(client, sessionId)
  const places = forks.map(({ worktree }) => worktree)
  expect(new Set(places.map((place) => place?.branch)).size).toBe(FORKS)
  expect(new Set(places.map((place) => place?.path)).size).toBe(FORKS)
  for (const fork of forks) {
    const { turns } = await client.call('thread.read', { threadId: fork.id })
    const run = turns.flatMap((turn) => turn.items).find((item) => item.kind === 'tool')
    expect(run?.kind === 'tool' && run.output.trim().split('\n').slice(0, 2)).toEqual([
      fork.worktree?.path,
      fork.worktree?.branch,
    ])
  }
  await client.state(threadId, 'idle')
  await expectWireHolds(client, simulator, sessionId)
})

describe('before any fork is stored', () => {
  /** Does something as soon as the calls are stored, while their forks are thought out. */
  async function whilePreparing(disturb: (scene: Awaited<ReturnType<typeof startScene>>) => Promise<unknown>) {
    const started = await startScene()
    let done: Promise<unknown> | null = null
    await started.client.until(() => {
      const calls = started.client.stored().filter((event) => event.type === 'item.added' && event.item.kind === 'tool')
      if (calls.length === FORKS) done ??= Promise.resolve().then(() => disturb(started))
      return done
    }, 'the calls')
    await done
    return started
  }

  async function startScene() {
    const started = await scene()
    await started.client.call('turn.send', { threadId: started.threadId, text: 'Fork.' })
    return started
  }

  test('the parent is interrupted: nothing is started, nothing lies about, and it can go on', async () => {
    const { client, threadId, sessionId, simulator, dataDir } = await whilePreparing((started) =>
      started.client.call('turn.interrupt', { threadId: started.threadId }),
    )
    await client.state(threadId, 'interrupted')
    for (const { output, state } of await callsOf(client, threadId))
      expect([state, output]).toEqual(['interrupted', expect.any(String)])
    await client.call('thread.resume', { threadId })
    await client.state(threadId, 'idle')
    expect(await forksOf(client, sessionId)).toEqual([])
    expect(foldersIn(dataDir)).toEqual([])
    await expectWireHolds(client, simulator, sessionId)
  })

  test('one call is stopped: only its fork is missing', async () => {
    const { client, threadId, sessionId, simulator } = await whilePreparing(async (started) => {
      const [first] = await callsOf(started.client, started.threadId)
      await started.client.call('tool.stop', { threadId: started.threadId, toolUseId: first?.toolUseId ?? '' })
    })
    await client.until(
      () => client.stored().filter(({ type }) => type === 'notification.delivered').length >= FORKS - 1,
    )
    const [first] = await callsOf(client, threadId)
    // It says so at once, not only when the others are thought out.
    const events = client.stored()
    const told = events.findIndex((event) => event.type === 'item.changed' && event.item.id === first?.id)
    const created = events.findIndex((event) => event.type === 'thread.created' && event.thread.parentId !== null)
    expect(told).toBeLessThan(created)
    expect(first?.state).toBe('stopped')
    expect(await forksOf(client, sessionId)).toHaveLength(FORKS - 1)
    await client.state(threadId, 'idle')
    await expectWireHolds(client, simulator, sessionId)
  })

  test('the app ends: nothing is left half made, and every call has its answer after the next start', async () => {
    const started = await whilePreparing(({ host }) => host.close())
    const { client } = await started.restart()
    await client.call('session.subscribe', { sessionId: started.sessionId })
    const calls = await callsOf(client, started.threadId)
    const forks = await forksOf(client, started.sessionId)
    expect(calls.filter(({ threadIds }) => (threadIds ?? []).length > 0)).toHaveLength(forks.length)
    for (const each of calls) expect(each.endedAt).not.toBeNull()
    expect(foldersIn(started.dataDir).length).toBeLessThanOrEqual(forks.length)
    await client.call('turn.send', { threadId: started.threadId, text: 'Go on.' })
    await client.state(started.threadId, 'idle')
  })
})

test('all is stopped while checkouts are made and siblings are held: they stop, and go on in their own folders', async () => {
  const { client, sessionId, threadId, simulator } = await scene()
  const hold = simulator.hold(ofFork())
  await client.call('turn.send', { threadId, text: 'Fork.' })
  await hold.arrived
  await client.call('session.stopAll', { sessionId })
  hold.release()
  const forks = await forksOf(client, sessionId)
  for (const { state } of forks) expect(state).toBe('stopped')
  for (const { id } of forks) await client.call('thread.resume', { threadId: id })
  await Promise.all(forks.map(({ id }) => client.state(id, 'done')))
  for (const fork of await forksOf(client, sessionId)) expect(fork.worktree?.state).not.toBe('creating')
})
