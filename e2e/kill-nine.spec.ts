// kill -9 at twenty random moments: nothing said, answered or reported is missing or doubled, and every thread can go on.
import { execFileSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import Database from 'better-sqlite3'
import { formatId } from '../src/shared/domain/format-id'
import type { Item } from '../src/shared/domain/turn'
import { call, firstOf, reply, replyWith, scriptByDirective, text } from '../src/simulator/script/builders'
import { readLastUser } from '../src/simulator/script/conversation'
import { startSimulator } from '../src/simulator/start-simulator'
import { HostProcess } from './support/host-process'
import { HostGone } from './support/host-socket'

const ROUNDS = 20
/** A machine too slow for all of them within the time box still has to get through this many. */
const FEWEST_ROUNDS = 10
const TIME_BOX_MS = 240_000

function repository(base: string): string {
  const folder = join(base, 'repo')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  git('init', '-q', '-b', 'main')
  git('config', 'user.email', 't@example.com')
  git('config', 'user.name', 'T')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  return folder
}

const words = Array.from({ length: 30 }, (_, n) => `word ${n} `)
const agent = (name: string) => call('Agent', { description: name, prompt: `Task ${name}` })

/** The parent forks when told to; two forks stream, one asks. Everything follows from the request alone. */
const script = firstOf(
  scriptByDirective([
    {
      match: /Task ask/,
      script: (ctx) =>
        readLastUser(ctx.body).toolResults.length > 0
          ? reply(text('Asked and done.'))
          : reply(call('bash', { command: 'touch asked.txt' })),
    },
    {
      match: /Task/,
      script: (ctx) =>
        readLastUser(ctx.body).toolResults.length > 0
          ? replyWith({ chunkMs: 2 }, text(...words))
          : replyWith({ chunkMs: 2 }, text(...words), call('read', { file_path: 'a.txt' })),
    },
  ]),
  (ctx) => {
    const last = readLastUser(ctx.body)
    return last.texts.some((said) => said.startsWith('fork')) && last.toolResults.length === 0
      ? reply(text('I fork.'), agent('one'), agent('ask'), agent('two'))
      : replyWith({ chunkMs: 2 }, text(...words.slice(0, 8)))
  },
)

const itemsOf = async (host: HostProcess, threadId: string): Promise<Item[]> =>
  (await host.call('thread.read', { threadId, limit: 200 })).turns.flatMap((turn) => turn.items)

test('kill -9 at twenty random moments loses and doubles nothing', async () => {
  test.setTimeout(TIME_BOX_MS + 60_000)
  const base = mkdtempSync(join(tmpdir(), 'tine-kill-'))
  const dataDir = join(base, 'data')
  const folder = repository(base)
  const simulator = await startSimulator({ script })
  const env = { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test-key' }
  const begunAt = Date.now()
  const moments: number[] = []
  try {
    for (let round = 0; round < ROUNDS && Date.now() - begunAt < TIME_BOX_MS; round++) {
      const moment = randomInt(1, 140)
      moments.push(moment)
      await playRound(dataDir, env, folder, moment)
      const database = new Database(join(dataDir, 'tine.db'), { readonly: true })
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
      database.close()
    }
    expect(moments.length, 'rounds within the time box').toBeGreaterThanOrEqual(FEWEST_ROUNDS)
    const refused = simulator.requests.filter((request) => (request.status ?? 0) >= 400)
    expect(refused.map((request) => request.error)).toEqual([])
  } finally {
    console.log(`killed after these numbers of events: ${moments.join(' ')}`)
    await simulator.close()
    rmSync(base, { recursive: true, force: true })
  }
})

/** One round: plays until the given number of events has come, is killed, starts again, and is brought to rest. */
async function playRound(dataDir: string, env: Record<string, string>, folder: string, moment: number): Promise<void> {
  const first = await HostProcess.start(dataDir, env)
  const { projectId } = await first.call('project.open', { path: folder })
  const { sessionId, threadId } = await first.call('session.create', { projectId })
  await first.call('settings.write', { patch: { 'notify.wake': 'always' } })
  await first.call('session.subscribe', { sessionId })
  const said: string[] = []
  const answered = new Map<string, 'allowed' | 'denied'>()
  const play = async () => {
    for (const line of ['fork now', 'and meanwhile', 'and then']) {
      const turnId = formatId('turn', Date.now(), randomBytes(16))
      await first.call('turn.send', { threadId, turnId, text: `${line} ${turnId}` })
      said.push(`${line} ${turnId}`)
    }
    const asked = await first.until(() => first.events.find((event) => event.type === 'approval.opened'), 'a question')
    if (asked.type !== 'approval.opened') return
    const decided = await first.call('approval.answer', { approvalId: asked.approval.id, decision: 'allow' })
    answered.set(decided.id, 'allowed')
  }
  const playing = play().catch((error: unknown) => {
    if (!(error instanceof HostGone)) throw error
  })
  const quiet = () => first.events.filter((event) => event.type === 'notification.delivered').length === 3
  await first.until(() => first.events.length >= moment || quiet(), `${moment} events`)
  await first.kill()
  await playing

  const second = await HostProcess.start(dataDir, env)
  await second.call('session.subscribe', { sessionId })
  await bringToRest(second, sessionId, threadId)
  await check(second, sessionId, threadId, said, answered)
  await second.kill()
}

/** Resumes what was interrupted and answers what is asked, until nothing moves; a last message collects what waits. */
async function bringToRest(host: HostProcess, sessionId: string, threadId: string): Promise<void> {
  await host.call('turn.send', { threadId, text: 'anything new?' })
  await host.until(() => host.events.length > 0, 'the first event')
  for (;;) {
    const seen = host.events.length
    const { threads, openApprovals } = await host.call('session.read', { sessionId })
    for (const approval of openApprovals)
      await host.call('approval.answer', { approvalId: approval.id, decision: 'allow' })
    const interrupted = threads.filter((thread) => thread.state === 'interrupted')
    for (const thread of interrupted) await host.call('thread.resume', { threadId: thread.id })
    const busy = threads.filter((thread) => thread.state !== 'idle' && thread.state !== 'done')
    if (openApprovals.length + busy.length === 0) return
    await host.until(
      () => host.events.length > seen,
      `an end of ${busy.map((thread) => `${thread.kind} ${thread.state}`).join(', ')}`,
    )
  }
}

async function check(
  host: HostProcess,
  sessionId: string,
  threadId: string,
  said: readonly string[],
  answered: ReadonlyMap<string, 'allowed' | 'denied'>,
): Promise<void> {
  const { threads } = await host.call('session.read', { sessionId })
  await host.call('turn.send', { threadId, text: 'the end' })
  await host.until(() => {
    const last = host.events.findLast((event) => event.type === 'thread.changed' && event.threadId === threadId)
    return (
      last?.type === 'thread.changed' &&
      last.thread.state === 'idle' &&
      host.events.some(
        (event) => event.type === 'item.added' && event.item.kind === 'user' && event.item.text === 'the end',
      )
    )
  }, 'the last answer')
  const items = await itemsOf(host, threadId)
  const users = items.flatMap((item) => (item.kind === 'user' ? [item.text] : []))
  for (const line of said)
    expect(
      users.filter((text) => text === line),
      line,
    ).toHaveLength(1)
  const reports = items.flatMap((item) => (item.kind === 'notification' ? [item.fromThreadId] : []))
  const forks = threads.filter((thread) => thread.kind === 'fork').map((thread) => thread.id)
  expect([...reports].sort(), 'one report of each fork').toEqual([...forks].sort())
  const { decided } = await host.call('approval.list', { sessionId })
  for (const [id, state] of answered) expect(decided.find((approval) => approval.id === id)?.state).toBe(state)
  expect(new Set(decided.map((approval) => approval.toolUseId)).size).toBe(decided.length)
  await askEach(host, forks)
}

/** The next request of every thread is one the strictest server takes: each fork is asked one thing more. */
async function askEach(host: HostProcess, forks: readonly string[]): Promise<void> {
  const seen = host.events.length
  for (const threadId of forks) await host.call('thread.resume', { threadId, text: 'and one thing more' })
  const after = (threadId: string) =>
    host.events
      .slice(seen)
      .findLast(
        (event) => event.type === 'thread.changed' && event.threadId === threadId && event.thread.state === 'done',
      )
  await host.until(() => forks.every(after), 'an answer of every fork')
}
