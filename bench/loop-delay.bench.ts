// How late the app's event loop is while ten forks stream.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { replyWith } from '../src/simulator/script/builders'
import { startSimulator } from '../src/simulator/start-simulator'
import { type AppProcess, startApp } from './support/app-process'
import type { HostClient } from './support/host-client'
import { count, heading, ms, note, table } from './support/report'
import { type SeededSession, seedSessions, turnsFor } from './support/seed-sessions'
import { withWorkspace } from './support/workspace'

const FORKS = 10
const TOKENS_PER_SECOND = 50
/** Characters the simulator bills as one token. */
const TOKEN = 'abc '
const IDLE_MS = 5_000
const STREAM_MS = 8_000
/** Long enough that no stream ends while it is measured. */
const STREAM_TOKENS = TOKENS_PER_SECOND * 60
/** What the forks inherit, in tokens. */
const PREFIXES = [17_000, 170_000]
const WATCH_LOOP = fileURLToPath(new URL('support/watch-loop.mjs', import.meta.url))

interface Loop {
  p50: number
  p99: number
  max: number
  /** Milliseconds of processor time in the longest turn of the loop. */
  longest: number
  cores: number
}

interface Measured {
  prefixTokens: number
  idle: Loop
  starting: Loop
  streaming: Loop
  tokensPerSecond: number
}

/** Prints the tables. */
export async function main(): Promise<void> {
  heading(`The event loop while ${FORKS} forks stream`)
  const measured: Measured[] = []
  for (const tokens of PREFIXES) measured.push(await measure(turnsFor(tokens)))
  table(
    ['event loop late by', 'p50', 'p99', 'max', 'longest work', 'processor'],
    measured.flatMap((each) => {
      const prefix = `forks of ${count(each.prefixTokens)} tokens`
      return [
        row(`nothing runs (the unit; beside ${prefix})`, each.idle),
        row(`${FORKS} ${prefix}: from \`fork.start\` until all stream`, each.starting),
        row(`${FORKS} ${prefix} stream, ${each.tokensPerSecond.toFixed(0)} tokens/s each`, each.streaming),
      ]
    }),
  )
  note(
    `\`monitorEventLoopDelay\` in the app's process, sampled every millisecond, that millisecond taken off; the simulator and one client of the socket, which follows the session, in another process. The maximum holds what else the machine did meanwhile; “longest work” does not: it is the most processor time the app used between two turns of its loop. “Processor” is all of it, in cores.`,
  )
}

function row(name: string, { p50, p99, max, longest, cores }: Loop): string[] {
  return [name, ms(p50), ms(p99), ms(max), ms(longest), cores.toFixed(2)]
}

async function measure(turns: number): Promise<Measured> {
  return withWorkspace(async (workspace) => {
    const dataDir = join(workspace, 'data')
    const [session] = await seedSessions({ dataDir, workspace, sessions: [{ turns, forks: 0 }] })
    if (!session) throw new Error('nothing was seeded')
    const pace = { chunkMs: 1000 / TOKENS_PER_SECOND, chunkChars: TOKEN.length }
    const simulator = await startSimulator({ script: () => replyWith(pace, TOKEN.repeat(STREAM_TOKENS)) })
    const app = await startApp({
      dataDir,
      providerUrl: simulator.url,
      nodeArgs: ['--import', WATCH_LOOP],
      channel: true,
    })
    try {
      const client = await app.connect()
      await client.follow(session.sessionId)
      await client.call('settings.write', { patch: { 'fork.concurrency': FORKS } })
      await streamForks(client, session)
      await stopAll(client, session)
      const idle = await loopDuring(app, () => sleep(IDLE_MS))
      const starting = await loopDuring(app, () => streamForks(client, session))
      const heard = countText(client)
      const streaming = await loopDuring(app, () => sleep(STREAM_MS))
      const tokensPerSecond = heard() / TOKEN.length / FORKS / (STREAM_MS / 1000)
      await stopAll(client, session)
      const prefixTokens = simulator.requests.at(-1)?.prompt?.tokens ?? 0
      return { prefixTokens, idle, starting, streaming, tokensPerSecond }
    } finally {
      await app.stop()
      await simulator.close()
    }
  })
}

/** Starts the forks; resolves when text of every one of them has arrived. */
async function streamForks(client: HostClient, { threadId }: SeededSession): Promise<void> {
  const streaming = new Set<string>()
  const stop = client.onEvent((event) => {
    if (event.type === 'item.delta') streaming.add(event.threadId)
  })
  const directives = Array.from({ length: FORKS }, (_, n) => `Look into part ${n} and report.`)
  const { threadIds } = await client.call('fork.start', { threadId, directives, isolation: 'none' })
  await client.until(() => threadIds.every((id) => streaming.has(id)))
  stop()
}

async function stopAll(client: HostClient, { sessionId }: SeededSession): Promise<void> {
  const { threadIds } = await client.call('session.stopAll', { sessionId })
  await client.atRest(threadIds)
}

/** Counts the characters that stream in from now on; the function answers how many came, and stops counting. */
function countText(client: HostClient): () => number {
  let chars = 0
  const stop = client.onEvent((event) => {
    if (event.type === 'item.delta') chars += event.text.length
  })
  return () => {
    stop()
    return chars
  }
}

async function loopDuring(app: AppProcess, work: () => Promise<unknown>): Promise<Loop> {
  await app.ask<Loop>('loop')
  await work()
  return app.ask<Loop>('loop')
}
