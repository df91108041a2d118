// Figure: what a running fork takes of the app's memory, with fifty of them held in the middle of their answers.
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_DIRECTIVES } from '../../src/shared/contract/fork-limits'
import { replyWith } from '../../src/simulator/script/builders'
import { ofFork } from '../../src/simulator/script/request-predicates'
import type { Simulator } from '../../src/simulator/start-simulator'
import type { AppProcess } from '../support/app-process'
import type { Findings } from '../support/figure'
import type { HostClient } from '../support/host-client'
import { REPORT } from '../support/parser-model'
import { bytes, count, median } from '../support/report'
import { type SeededSession, seedSessions, turnsFor } from '../support/seed-sessions'
import { withSimulatedApp } from '../support/simulated-app'

const FORKS = 50
const TOKENS = 50_000
const MOST_BYTES = 1024 ** 2
/** Where an answer is held: its message and its first block have begun, and some of its words are there. */
const HELD_AFTER_EVENTS = 5
const READINGS = 5

/** Bytes. */
interface Memory {
  rss: number
  heap: number
  external: number
}

interface Measured {
  prefixTokens: number
  /** The session is open and nothing has run. */
  fresh: Memory
  /** Fifty forks have run and ended: code and caches are warm. */
  before: Memory
  held: Memory
}

/** Measures one running fork as the fiftieth part of fifty. */
export async function memory(): Promise<Findings> {
  const { prefixTokens, fresh, before, held } = await measure()
  const live = ({ heap, external }: Memory) => heap + external
  const perFork = (live(held) - live(before)) / FORKS
  const kinds: [name: string, of: (memory: Memory) => number][] = [
    ['live: heap and external', live],
    ['– heap', ({ heap }) => heap],
    ['– external', ({ external }) => external],
    ['resident (RSS)', ({ rss }) => rss],
  ]
  return {
    rows: [
      {
        figure: `memory per running fork, ${FORKS} held on ${count(prefixTokens)} tokens`,
        toReach: '≤ 1 MiB',
        measured: `${bytes(perFork)} live, ${bytes((held.rss - before.rss) / FORKS)} resident`,
        reached: perFork <= MOST_BYTES,
      },
    ],
    details: [
      {
        header: [
          'memory',
          'nothing has run',
          `before: ${FORKS} have ended`,
          `${FORKS} are held`,
          'per fork',
          'per fork, from nothing',
        ],
        rows: kinds.map(([name, of]) => [
          name,
          bytes(of(fresh)),
          bytes(of(before)),
          bytes(of(held)),
          bytes((of(held) - of(before)) / FORKS),
          bytes((of(held) - of(fresh)) / FORKS),
        ]),
        note: `Of the app’s process, after a collection, the median of ${READINGS} readings half a second apart; ${FORKS} forks of one turn with \`fork.concurrency\` at ${FORKS}, each held by the simulator in the middle of its first answer. “Before” is after as many forks ran and ended once, so that a fork is not billed for code and caches that the first one ever warms; the last column bills it for those too.`,
      },
    ],
  }
}

function measure(): Promise<Measured> {
  let session: SeededSession | undefined
  const wanted = {
    script: () => replyWith({ chunkChars: 20 }, REPORT),
    settings: { 'fork.concurrency': FORKS },
    nodeArgs: ['--expose-gc', '--import', new URL('../support/watch-memory.mjs', import.meta.url).href],
    channel: true,
    async prepare(places: { dataDir: string; workspace: string }) {
      ;[session] = await seedSessions({ ...places, sessions: [{ turns: turnsFor(TOKENS), forks: 0 }] })
    },
  }
  return withSimulatedApp(wanted, async ({ app, client, simulator }) => {
    if (!session) throw new Error('nothing was seeded')
    await client.follow(session.sessionId)
    const fresh = await memoryOf(app)
    await client.atRest(await startForks(client, session))
    const before = await memoryOf(app)
    const held = await whileHeld(simulator, client, session, () => memoryOf(app))
    return { prefixTokens: simulator.requests[0]?.prompt?.tokens ?? Number.NaN, fresh, before, held }
  })
}

/** As many commands as it takes: one starts sixteen at most. */
async function startForks(client: HostClient, { threadId }: SeededSession): Promise<string[]> {
  const threadIds: string[] = []
  while (threadIds.length < FORKS) {
    const fewer = Math.min(MAX_DIRECTIVES, FORKS - threadIds.length)
    const directives = Array.from({ length: fewer }, (_, n) => `Look into part ${threadIds.length + n} and report.`)
    threadIds.push(...(await client.call('fork.start', { threadId, directives, isolation: 'none' })).threadIds)
  }
  return threadIds
}

/** Does it while every fork is in the middle of its answer, and lets them end. */
async function whileHeld<T>(
  simulator: Simulator,
  client: HostClient,
  session: SeededSession,
  work: () => Promise<T>,
): Promise<T> {
  const streaming = new Set<string>()
  const stop = client.onEvent((event) => {
    if (event.type === 'item.delta') streaming.add(event.threadId)
  })
  const hold = simulator.hold(ofFork(), { afterEvents: HELD_AFTER_EVENTS, count: FORKS })
  const threadIds = await startForks(client, session)
  await client.until(() => hold.held.length === FORKS && threadIds.every((id) => streaming.has(id)))
  stop()
  const result = await work()
  hold.release()
  await client.atRest(threadIds)
  return result
}

/** The median of some readings. */
async function memoryOf(app: AppProcess): Promise<Memory> {
  const readings: Memory[] = []
  for (let n = 0; n < READINGS; n++) {
    await sleep(500)
    readings.push(await app.ask<Memory>('memory'))
  }
  const middle = (of: (memory: Memory) => number) => median(readings.map(of))
  return {
    rss: middle(({ rss }) => rss),
    heap: middle(({ heap }) => heap),
    external: middle(({ external }) => external),
  }
}
