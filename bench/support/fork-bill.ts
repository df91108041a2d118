// Owns the requests of a job done by forks, or by agents that start afresh: real requests of the real app, and what they were billed.
import { isDeepStrictEqual } from 'node:util'
import { addUsage, NO_USAGE, type Usage } from '../../src/shared/domain/units'
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'
import { leastUsage } from './bill-limit'
import type { HostClient } from './host-client'
import { LEARN, orderOf, parserModel, type Sources, writeSources } from './parser-model'
import { type SimulatedApp, withSimulatedApp } from './simulated-app'
import { billed, repeatedShare, requestsOf } from './wire'

/** The default model reads from the cache at a twentieth of fresh input; the other at a tenth, as most do. The meter treats them alike. */
export const MODEL = 'claude-opus-5-5'
export const TENTH = 'claude-opus-5'
/** Beyond the life of every cache entry. */
const COLD_MS = 2 * 3_600_000
const MOST_FORKS = 10

type Bench = Pick<SimulatedApp, 'client' | 'simulator' | 'folder'>

export interface ForkedJob {
  forks: number
  /** What the children inherit of what their parent sent and was answered. */
  prefixTokens: number
  /** The parent's last request before the branch point. */
  parent: RecordedRequest
  /** First requests of the children, and their later ones (each makes one more), in order of arrival. */
  firsts: RecordedRequest[]
  later: RecordedRequest[]
  /** What all of them were billed. */
  all: Usage
  /** The least that all of them, as they were, could have been billed. */
  least: Usage
  /** The least that a child's first request repeated of the parent's last. */
  repeated: number
}

/** Starts the app with a parent's sources in its project, and gives it to the work. */
export function withForkBench<T>(sources: Sources, work: (bench: Bench) => Promise<T>): Promise<T> {
  return withSimulatedApp(
    {
      script: parserModel(0, sources),
      settings: { 'fork.concurrency': MOST_FORKS },
      prepare: ({ folder }) => writeSources(folder, sources),
    },
    work,
  )
}

/**
 * A parent learns the sources; its forks leave from that turn. `warm`: at once. `cold`: the parent has gone on with another turn, and
 * everything has left the cache.
 */
export async function forkJob(bench: Bench, forks: number, state: 'warm' | 'cold'): Promise<ForkedJob> {
  const { client, simulator, folder } = bench
  simulator.clock.advance(COLD_MS)
  const { sessionId, threadId } = await client.openSession(folder, { model: MODEL })
  await client.say(threadId, LEARN)
  const known = simulator.requests.length
  const [parent] = simulator.requests.slice(-1)
  const { turns } = await client.call('thread.read', { threadId })
  const turnId = turns[0]?.id
  if (state === 'cold') {
    await client.say(threadId, 'Thank you.')
    simulator.clock.advance(COLD_MS)
  }
  const before = simulator.requests.length
  const directives = Array.from({ length: forks }, (_, n) => orderOf(n))
  const { threadIds } = await client.call('fork.start', { threadId, turnId, directives, isolation: 'none' })
  await client.atRest(threadIds)
  const sent = simulator.requests.slice(before)
  const own = await Promise.all(threadIds.map((id) => requestsOf(client, simulator, id)))
  const firsts = own.flatMap((requests) => requests.slice(0, 1)).sort((a, b) => a.n - b.n)
  if (!parent?.usage || firsts.length !== forks || sent.length !== 2 * forks)
    throw new Error(`${forks} forks made ${sent.length} requests`)
  const all = billed(sent)
  await compareLedger(client, sessionId, threadIds, all)
  const { input, cacheRead, cacheWrite5m, output } = parent.usage
  return {
    forks,
    prefixTokens: input + cacheRead + cacheWrite5m + output,
    parent,
    firsts,
    later: sent.filter((request) => !firsts.includes(request)),
    all,
    least: leastUsage(state === 'warm' ? simulator.requests.slice(known - 1, known) : [], sent),
    repeated: Math.min(...firsts.map((request) => repeatedShare(parent, request))),
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

/**
 * As many agents without the parent's knowledge: each reads the sources itself, then does the same work. One after the other, so that
 * they too share the system prompt and the tools.
 */
export async function freshJob({ client, simulator, folder }: Bench, agents: number): Promise<Usage> {
  simulator.clock.advance(COLD_MS)
  const before = simulator.requests.length
  for (let n = 0; n < agents; n++) {
    const { threadId } = await client.openSession(folder, { model: MODEL })
    await client.say(threadId, orderOf(n))
  }
  return billed(simulator.requests.slice(before))
}
