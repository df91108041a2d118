// What happens when a model forks by itself, many at once: how soon they are sent, what each request repeats, and what the parent and a
// resumed fork read from the cache afterwards.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { RecordedRequest } from '../src/simulator/server/recorded-request'
import { type Simulator, startSimulator } from '../src/simulator/start-simulator'
import { startApp } from './support/app-process'
import type { HostClient } from './support/host-client'
import { FAN_OUT, LEARN, parserModel, writeSources } from './support/parser-model'
import { heading, median, ms, note, share, table } from './support/report'
import { readShare, repeatedShare, requestsOf } from './support/wire'
import { plainProject, withWorkspace } from './support/workspace'

const FORKS = [3, 5, 10]
const RUNS = 3
/** As in the measurement of other tools. */
const FIRST_BYTE_MS = 300
/** Beyond the life of every cache entry: no run reads what an earlier one wrote. */
const COLD_MS = 2 * 3_600_000

interface Measured {
  /** Milliseconds from a person's message leaving the client until its request arrived: the unit. */
  unitMs: number
  /** Milliseconds from the end of the parent's answer until the first, and the last, fork's request arrived. */
  firstMs: number
  lastMs: number
  /** From the leader's first event until the last sibling's request arrived. */
  afterLeaderMs: number
  forkRepeats: number
  verbatim: boolean
  parentReads: number
  resumedRepeats: number
  resumedReads: number
}

/** Prints the table. */
export async function main(): Promise<void> {
  heading('A model that forks by itself')
  const columns = await withWorkspace(async (workspace) => {
    const folder = plainProject(workspace)
    writeSources(folder)
    const simulator = await startSimulator({ firstByteMs: FIRST_BYTE_MS })
    const app = await startApp({ dataDir: join(workspace, 'data'), providerUrl: simulator.url })
    try {
      const client = await app.connect()
      await client.call('settings.write', { patch: { 'fork.concurrency': Math.max(...FORKS) } })
      const all: Measured[][] = []
      for (const forks of FORKS) {
        simulator.script(parserModel(forks))
        const runs: Measured[] = []
        for (let run = 0; run < RUNS; run++) runs.push(await fanOut(client, simulator, folder, forks))
        all.push(runs)
      }
      return all
    } finally {
      await app.stop()
      await simulator.close()
    }
  })
  const row = (name: string, of: (runs: readonly Measured[]) => string) => [name, ...columns.map(of)]
  const time = (of: (run: Measured) => number) => (runs: readonly Measured[]) => ms(median(runs.map(of)))
  const worst = (of: (run: Measured) => number) => (runs: readonly Measured[]) => share(Math.min(...runs.map(of)))
  table(
    ['forks started by one message', ...FORKS.map(String)],
    [
      row(
        'a person’s message → its request sent (the unit)',
        time(({ unitMs }) => unitMs),
      ),
      row(
        'parent’s answer ended → first fork sent',
        time(({ firstMs }) => firstMs),
      ),
      row(
        'parent’s answer ended → last fork sent',
        time(({ lastMs }) => lastMs),
      ),
      row(
        'leader’s first event → last fork sent',
        time(({ afterLeaderMs }) => afterLeaderMs),
      ),
      row(
        'a fork’s first request repeats of the parent’s last',
        worst(({ forkRepeats }) => forkRepeats),
      ),
      row('parent’s own message reaches each fork verbatim', (runs) =>
        runs.every((run) => run.verbatim) ? 'yes' : 'no',
      ),
      row(
        'parent’s next request reads of its last',
        worst(({ parentReads }) => parentReads),
      ),
      row(
        'a resumed fork repeats of its own last request',
        worst(({ resumedRepeats }) => resumedRepeats),
      ),
      row(
        'a resumed fork reads of its own last request',
        worst(({ resumedReads }) => resumedReads),
      ),
    ],
  )
  note(
    `Times are medians, shares the worst, of ${RUNS}. The first byte of every answer comes after ${FIRST_BYTE_MS} ms, and siblings wait for their leader’s. “Repeats” are bytes of the recorded requests, markers aside; “reads” are input tokens as the meter billed them.`,
  )
}

async function fanOut(client: HostClient, simulator: Simulator, folder: string, forks: number): Promise<Measured> {
  simulator.clock.advance(COLD_MS)
  const { sessionId, threadId } = await client.openSession(folder)
  await client.say(threadId, LEARN)
  const before = simulator.requests.length
  let delivered = 0
  const stop = client.onEvent((event) => {
    if (event.type === 'notification.delivered' && event.sessionId === sessionId) delivered++
  })
  const saidAt = performance.now()
  await client.say(threadId, FAN_OUT)
  await client.until(() => delivered === forks)
  stop()
  await client.atRest([threadId])
  const { threads } = await client.call('session.read', { sessionId })
  const children = threads.filter(({ parentId }) => parentId === threadId)
  const own = await Promise.all(children.map(({ id }) => requestsOf(client, simulator, id)))
  const firsts = own.flatMap((requests) => requests.slice(0, 1)).sort((a, b) => a.receivedAt - b.receivedAt)
  const [spawn, next] = (await requestsOf(client, simulator, threadId)).filter(({ n }) => n > before)
  const [leader, last, child] = [firsts[0], firsts.at(-1), children[0]]
  if (!spawn || !next || !leader || !last || !child || firsts.length !== forks)
    throw new Error(`${firsts.length} of ${forks} forks were sent`)
  return {
    unitMs: spawn.receivedAt - saidAt,
    firstMs: leader.receivedAt - endOf(spawn),
    lastMs: last.receivedAt - endOf(spawn),
    afterLeaderMs: last.receivedAt - (leader.firstEventAt ?? Number.NaN),
    forkRepeats: Math.min(...firsts.map((first) => repeatedShare(spawn, first))),
    verbatim: firsts.every((first) => isDeepStrictEqual(inherited(first), spawn.answer)),
    parentReads: readShare(spawn, next),
    ...(await resume(client, simulator, child.id)),
  }
}

function endOf({ endedAt }: RecordedRequest): number {
  if (endedAt === null) throw new Error('a request has not ended')
  return endedAt
}

/** The message of the parent that a fork's own first message follows, without markers. */
function inherited({ body }: RecordedRequest): unknown {
  const content = JSON.stringify(body?.messages.at(-2)?.content ?? null)
  return JSON.parse(content, (key, value) => (key === 'cache_control' ? undefined : value))
}

/** A person asks a finished fork one thing more. */
async function resume(client: HostClient, simulator: Simulator, threadId: string) {
  await client.call('thread.resume', { threadId, text: 'Which case is it?' })
  await client.atRest([threadId])
  const [last, resumed] = (await requestsOf(client, simulator, threadId)).slice(-2)
  if (!last || !resumed) throw new Error('the fork was not resumed')
  return { resumedRepeats: repeatedShare(last, resumed), resumedReads: readShare(last, resumed) }
}
