// Figure: what the app says it used is what the wire said, to the token, whatever goes wrong in between.
import { isDeepStrictEqual } from 'node:util'
import type { Request } from '../../src/shared/domain/ledger'
import { LIVE_STATES } from '../../src/shared/domain/live-states'
import { addUsage, NO_USAGE, type Usage } from '../../src/shared/domain/units'
import { droppedConnection, overloaded, rateLimited, streamError } from '../../src/simulator/faults/fault'
import { ofFork, ofParent } from '../../src/simulator/script/request-predicates'
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'
import type { Detail, Findings } from '../support/figure'
import type { HostClient } from '../support/host-client'
import { LEARN, orderOf, parserModel, writeSources } from '../support/parser-model'
import { count } from '../support/report'
import { type SimulatedApp, withSimulatedApp } from '../support/simulated-app'

const FORKS = 5
const MID_ANSWER = 5

interface Measured {
  wire: readonly RecordedRequest[]
  rows: readonly Request[]
  /** The ledger's own sum. */
  total: Usage
  /** How many requests the ledger says it has no final usage of. */
  notReported: number
}

/** Runs a parent and five forks through refusals, a stopped answer and broken streams, and compares both sides. */
export async function ledger(): Promise<Findings> {
  const measured = await withSimulatedApp(
    { script: parserModel(), prepare: ({ folder }) => writeSources(folder) },
    runThroughFaults,
  )
  const { wire, rows, total, notReported } = measured
  const reported = wire.reduce((sum, { usage }) => addUsage(sum, usageOf(usage)), NO_USAGE)
  const unlike = wire.filter(
    ({ requestId, usage }) =>
      !isDeepStrictEqual(rows.find((row) => row.requestId === requestId)?.usage, usageOf(usage)),
  )
  const cut = wire.filter(({ outcome, usage }) => usage !== null && outcome !== 'ok').length
  const same = isDeepStrictEqual(total, reported) && unlike.length === 0 && rows.length === wire.length
  return {
    rows: [
      {
        figure: `sum of the ledger is what the wire reported, ${wire.length} requests, retries included`,
        toReach: 'equal to the token',
        measured: same
          ? `equal: ${count(tokens(total))} tokens`
          : `${count(tokens(total))} of ${count(tokens(reported))} tokens; ${unlike.length} requests differ; ${rows.length} rows`,
        reached: same,
      },
      {
        figure: 'requests whose final usage never came are counted apart',
        toReach: `${cut} “not reported”`,
        measured: `${notReported} “not reported”`,
        reached: notReported === cut,
      },
    ],
    details: [kindsTable(measured)],
  }
}

function kindsTable({ wire, rows }: Measured): Detail {
  const kinds: [name: string, matches: (request: RecordedRequest) => boolean][] = [
    ['answered to the end', ({ outcome }) => outcome === 'ok'],
    ['refused: 429, 529', ({ usage }) => usage === null],
    ['cut after it began: only the beginning’s usage came', ({ outcome, usage }) => outcome !== 'ok' && usage !== null],
  ]
  return {
    header: [
      'ledger',
      'requests on the wire',
      'tokens the wire reported',
      'rows in the ledger',
      'tokens in the ledger',
    ],
    rows: kinds.map(([name, matches]) => {
      const requests = wire.filter(matches)
      const ids = requests.map(({ requestId }) => requestId)
      const own = rows.filter(({ requestId }) => requestId !== null && ids.includes(requestId))
      return [
        name,
        `${requests.length}`,
        count(requests.reduce((sum, { usage }) => sum + tokens(usageOf(usage)), 0)),
        `${own.length}`,
        count(own.reduce((sum, { usage }) => sum + tokens(usage), 0)),
      ]
    }),
    note: `A parent whose first request meets a 529; ${FORKS} forks, of which one meets a 429, one an error event after content (sent again by the app), one a connection that breaks after content (resumed by the person), and one is stopped by the person in mid-answer. Tokens of all five kinds: fresh, read, written for 5 minutes and for an hour, and output; each request is compared by itself, too. What is “reported” of a cut answer is the usage its beginning carried.`,
  }
}

async function runThroughFaults({ client, simulator, folder }: SimulatedApp): Promise<Measured> {
  const { sessionId, threadId } = await client.openSession(folder)
  simulator.faults.when(ofParent(), overloaded(), 1)
  await client.say(threadId, LEARN)
  simulator.faults.when(ofFork(orderOf(1)), rateLimited(1), 1)
  simulator.faults.when(ofFork(orderOf(2)), streamError(), 1)
  simulator.faults.when(ofFork(orderOf(3)), droppedConnection(), 1)
  const hold = simulator.hold(ofFork(orderOf(4)), { afterEvents: MID_ANSWER })
  const heard = new Set<string>()
  const stop = client.onEvent((event) => {
    if (event.type === 'item.delta') heard.add(event.threadId)
  })
  const directives = Array.from({ length: FORKS }, (_, n) => orderOf(n))
  const { threadIds } = await client.call('fork.start', { threadId, directives, isolation: 'none' })
  const [broken, stopped] = threadIds.slice(3)
  if (broken === undefined || stopped === undefined) throw new Error('not all forks were started')
  // Words of it, so that the app has read what the wire reported before them.
  await client.until(() => heard.has(stopped))
  stop()
  await client.call('thread.stop', { threadId: stopped })
  hold.release()
  await client.until(() => threadIds.every((id) => isAtRest(client, id)))
  await client.call('thread.resume', { threadId: broken })
  await client.atRest([...threadIds.slice(0, 3), broken])
  await Promise.all(simulator.requests.map(({ settled }) => settled))
  const lists = await Promise.all([threadId, ...threadIds].map((id) => client.call('request.list', { threadId: id })))
  const { total } = await client.call('ledger.read', { sessionId })
  return {
    wire: simulator.requests,
    rows: lists.flatMap(({ requests }) => requests),
    total: total.usage,
    notReported: total.notReported,
  }
}

function isAtRest(client: HostClient, threadId: string): boolean {
  const thread = client.thread(threadId)
  return thread !== undefined && !LIVE_STATES.has(thread.state)
}

function usageOf(usage: RecordedRequest['usage']): Usage {
  if (!usage) return NO_USAGE
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output } = usage
  return { input, cacheRead, cacheWrite5m, cacheWrite1h, output }
}

function tokens({ input, cacheRead, cacheWrite5m, cacheWrite1h, output }: Usage): number {
  return input + cacheRead + cacheWrite5m + cacheWrite1h + output
}
