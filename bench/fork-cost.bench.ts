// What forks cost beside agents that start afresh, by the simulator's meter of the prompt cache: real requests of the real app.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { addUsage, NO_USAGE, type Usage } from '../src/shared/domain/units'
import { type Simulator, startSimulator } from '../src/simulator/start-simulator'
import { startApp } from './support/app-process'
import type { HostClient } from './support/host-client'
import { LEARN, orderOf, parserModel, writeSources } from './support/parser-model'
import { count, heading, note, share, table } from './support/report'
import { billed, dollars, equivalents, repeatedShare, requestsOf, unshared } from './support/wire'
import { plainProject, withWorkspace } from './support/workspace'

const FORKS = [3, 5, 10]
/** The default model reads from the cache at a twentieth of fresh input; the other at a tenth, as most do. */
const MODEL = 'claude-opus-5-5'
const TENTH = 'claude-opus-5'
/** Beyond the life of every cache entry. */
const COLD_MS = 2 * 3_600_000
const FIRST_BYTE_MS = 100

interface Bench {
  client: HostClient
  simulator: Simulator
  folder: string
}

interface Forked {
  prefixTokens: number
  /** First requests of the children. */
  first: Usage
  /** All requests of the children, each having made two. */
  all: Usage
  /** The same with each child's first request written in full. */
  alone: Usage
  /** The least that a child's first request repeated of the parent's last. */
  repeated: number
  parentBytes: number
}

interface Measured {
  forks: number
  warm: Forked
  cold: Forked
  fresh: Usage
}

/** Prints the tables. */
export async function main(): Promise<void> {
  heading('What forks cost')
  const measured = await withWorkspace(async (workspace) => {
    const folder = plainProject(workspace)
    writeSources(folder)
    const simulator = await startSimulator({ script: parserModel(), firstByteMs: FIRST_BYTE_MS })
    const app = await startApp({ dataDir: join(workspace, 'data'), providerUrl: simulator.url })
    try {
      const client = await app.connect()
      await client.call('settings.write', { patch: { 'fork.concurrency': Math.max(...FORKS) } })
      const bench = { client, simulator, folder }
      const results: Measured[] = []
      for (const forks of FORKS) {
        const warm = await fork(bench, forks, true)
        const cold = await fork(bench, forks, false)
        results.push({ forks, warm, cold, fresh: await startAfresh(bench, forks) })
      }
      return results
    } finally {
      await app.stop()
      await simulator.close()
    }
  })
  firstRequests(measured)
  wholeJob(measured)
}

/** A parent learns the sources; its forks leave from that turn, at once or when everything has left the cache. */
async function fork({ client, simulator, folder }: Bench, forks: number, warm: boolean): Promise<Forked> {
  simulator.clock.advance(COLD_MS)
  const { sessionId, threadId } = await client.openSession(folder, { model: MODEL })
  await client.say(threadId, LEARN)
  const parent = simulator.requests.at(-1)
  const before = simulator.requests.length
  if (!warm) simulator.clock.advance(COLD_MS)
  const directives = Array.from({ length: forks }, (_, n) => orderOf(n))
  const { threadIds } = await client.call('fork.start', { threadId, directives, isolation: 'none' })
  await client.atRest(threadIds)
  const own = await Promise.all(threadIds.map((id) => requestsOf(client, simulator, id)))
  const first = own.flatMap((requests) => requests.slice(0, 1))
  const later = own.flatMap((requests) => requests.slice(1))
  const sent = simulator.requests.length - before
  if (!parent?.usage || first.length !== forks || later.length !== forks || sent !== 2 * forks)
    throw new Error(`${forks} forks made ${sent} requests`)
  const all = billed([...first, ...later])
  await compareLedger(client, sessionId, threadIds, all)
  const { input, cacheRead, cacheWrite5m, output } = parent.usage
  return {
    prefixTokens: input + cacheRead + cacheWrite5m + output,
    first: billed(first),
    all,
    alone: addUsage(unshared(billed(first)), billed(later)),
    repeated: Math.min(...first.map((request) => repeatedShare(parent, request))),
    parentBytes: Buffer.byteLength(parent.bodyText),
  }
}

/** The app's own ledger must say what was billed: a table of a meter nobody else agrees with would be worth nothing. */
async function compareLedger(
  client: HostClient,
  sessionId: string,
  threadIds: readonly string[],
  bill: Usage,
): Promise<void> {
  const { threads } = await client.call('ledger.read', { sessionId })
  const rows = threads.filter((row) => threadIds.includes(row.threadId))
  const ledger = rows.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE)
  if (!isDeepStrictEqual(ledger, bill))
    throw new Error(`the ledger says ${JSON.stringify(ledger)}, the bill ${JSON.stringify(bill)}`)
}

/** As many agents without the parent's knowledge: each reads the sources itself, then does the same work. */
async function startAfresh({ client, simulator, folder }: Bench, agents: number): Promise<Usage> {
  simulator.clock.advance(COLD_MS)
  const before = simulator.requests.length
  for (let n = 0; n < agents; n++) {
    const { threadId } = await client.openSession(folder, { model: MODEL })
    await client.say(threadId, orderOf(n))
  }
  return billed(simulator.requests.slice(before))
}

function firstRequests(measured: readonly Measured[]): void {
  table(
    [
      'first requests of',
      'read',
      'written',
      'fresh',
      'equivalents',
      'input cost',
      'nothing shared',
      'shared costs',
      'repeats of the parent’s last request',
    ],
    measured.flatMap(({ forks, warm, cold }) => [
      firstRow(`${forks} forks of a warm turn`, warm),
      firstRow(`${forks} forks of a cold turn`, cold),
    ]),
  )
  const [one] = measured
  note(
    `What is inherited is ${count(one?.warm.prefixTokens ?? 0)} tokens. Read, written and fresh are input tokens as the meter billed them, all forks together; equivalents are base input tokens (written × 1.25, read × 0.05 with Opus 5.5, which the costs are of). “Nothing shared”: the same requests, each writing all of its own. Repeats: bytes of the parent’s last request (${count(one?.warm.parentBytes ?? 0)}, markers aside) that stand at the beginning of each fork’s first one; the least of all forks.`,
  )
}

function firstRow(name: string, { first, repeated }: Forked): string[] {
  const alone = unshared(first)
  return [
    name,
    count(first.cacheRead),
    count(first.cacheWrite5m),
    count(first.input),
    count(equivalents(MODEL, first)),
    dollars(MODEL, first),
    dollars(MODEL, alone),
    `${((equivalents(MODEL, first) / equivalents(MODEL, alone)) * 100).toFixed(1)} %`,
    share(repeated),
  ]
}

function wholeJob(measured: readonly Measured[]): void {
  const ways: [name: string, of: (each: Measured) => Usage][] = [
    ['forks of a warm turn', ({ warm }) => warm.all],
    ['forks of a cold turn', ({ cold }) => cold.all],
    ['the same forks, nothing shared', ({ warm }) => warm.alone],
    ['fresh agents that read it again', ({ fresh }) => fresh],
  ]
  const rows = (model: string, name: string) =>
    ways.map(([way, of]) => [
      `${way} (${name})`,
      ...measured.flatMap((each) => [count(equivalents(model, of(each))), dollars(model, of(each))]),
    ])
  table(
    ['the whole job', ...measured.flatMap(({ forks }) => [`${forks} workers`, ''])],
    [...rows(MODEL, 'Opus 5.5: read × 0.05'), ...rows(TENTH, 'Opus 5: read × 0.1')],
  )
  note(
    'From the directive to the report: two requests of each fork, three of each fresh agent, which has to read four files first, with one message. Base-input-token equivalents and dollars, input side, children only. Fresh agents start one after the other, so that they too share the system prompt and the tools.',
  )
}
