// Figure: a fork that is resumed, however it came to rest, repeats its own last request, with the markers that still apply.
import { LIVE_STATES } from '../../src/shared/domain/live-states'
import { readLastUser } from '../../src/simulator/script/conversation'
import { ofFork } from '../../src/simulator/script/request-predicates'
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'
import type { Findings } from '../support/figure'
import type { HostClient } from '../support/host-client'
import { LEARN, orderOf, parserModel, writeSources } from '../support/parser-model'
import { share } from '../support/report'
import { type SimulatedApp, withSimulatedApp } from '../support/simulated-app'
import { acceptedOf, repeatedShare } from '../support/wire'

/** How the fork came to rest; `killed` and `stopped` in the middle of an answer, whose request counts as its last. */
const WAYS = [
  'done',
  'done, app closed and started again',
  'stopped by the person',
  'app killed and started again',
] as const
type Way = (typeof WAYS)[number]
const TTLS = ['5m', '1h'] as const
/** Where an answer is held to be cut: some of its words have arrived. */
const MID_ANSWER = 5

interface Resumed {
  way: Way
  ttl: '5m' | '1h'
  repeated: number
  /** Markers of the last request that still apply, and how many of them the resumed one has. */
  applying: number
  kept: number
  sameTtl: boolean
}

/** Resumes a fork from each way it can come to rest, for both lifetimes. */
export async function resume(): Promise<Findings> {
  const all = await withSimulatedApp(
    { script: parserModel(), prepare: ({ folder }) => writeSources(folder) },
    async (started) => {
      const resumed: Resumed[] = []
      let { client } = started
      for (const ttl of TTLS)
        for (const way of WAYS) {
          const result = await resumeOne({ ...started, client }, way, ttl)
          client = result.client
          resumed.push(result.resumed)
        }
      return resumed
    },
  )
  const least = Math.min(...all.map(({ repeated }) => repeated))
  const lost = all.reduce((sum, { applying, kept }) => sum + applying - kept, 0)
  const sameTtl = all.every((each) => each.sameTtl)
  return {
    rows: [
      {
        figure: `a resumed fork repeats its own last request, ${all.length} cases`,
        toReach: '100 % of its bytes',
        measured: `${share(least)} (the least)`,
        reached: least === 1,
      },
      {
        figure: 'its markers that still apply, and their TTL',
        toReach: 'all kept, the same',
        measured: `${lost === 0 ? 'all kept' : `${lost} lost`}, ${sameTtl ? 'the same' : 'not the same'}`,
        reached: lost === 0 && sameTtl,
      },
    ],
    details: [
      {
        header: ['resumed fork that was', 'TTL', 'repeated', 'markers kept', 'TTL of all markers'],
        rows: all.map(({ way, ttl, repeated, applying, kept, sameTtl: same }) => [
          way,
          ttl,
          share(repeated),
          `${kept} of ${applying}`,
          same ? 'the same' : 'NOT the same',
        ]),
        note: 'The fork’s last request that the server accepted, and the first one after it was resumed. Repeated: bytes, markers aside, up to the end of the last block. Of its markers those still apply that do not give way to a newer one: the end of the system prompt, the end of what siblings share (the boilerplate block), and its tail, which is what was written last; the one before the tail, from the request before, does give way. Every marker of both requests must bear the TTL the session began with.',
      },
    ],
  }
}

async function resumeOne(started: SimulatedApp, way: Way, ttl: '5m' | '1h') {
  const { client, simulator, folder } = started
  await client.call('settings.write', { patch: { 'cache.ttl': ttl } })
  const { sessionId, threadId } = await client.openSession(folder)
  await client.say(threadId, LEARN)
  const cut = way === 'stopped by the person' || way === 'app killed and started again'
  const hold = cut ? simulator.hold(isSecondOfFirst, { afterEvents: MID_ANSWER }) : null
  const order = { threadId, directives: [orderOf(0), orderOf(1)], isolation: 'none' as const }
  const { threadIds } = await client.call('fork.start', order)
  const [fork] = threadIds
  if (fork === undefined) throw new Error('no fork was started')
  if (hold) {
    await hold.arrived
    await client.atRest(threadIds.slice(1))
  } else await client.atRest(threadIds)
  const now = await bringToRest(started, way, sessionId, fork)
  hold?.release()
  const last = (await acceptedOf({ client: now, simulator }, fork)).at(-1)
  const before = simulator.requests.length
  await now.call('thread.resume', { threadId: fork, ...(cut ? {} : { text: 'Which case is it?' }) })
  await now.atRest([fork])
  const next = simulator.requests[before]
  if (!last || !next) throw new Error(`the fork was not resumed: ${way}`)
  return { client: now, resumed: { way, ttl, repeated: repeatedShare(last, next), ...markersOf(last, next, ttl) } }
}

/** The second request of the fork with the first order: it brings the results of its own calls. */
function isSecondOfFirst(request: RecordedRequest): boolean {
  return ofFork(orderOf(0))(request) && request.body !== null && readLastUser(request.body).toolResults.length > 0
}

/** Answers the client that is connected then. */
async function bringToRest(
  { client, restart }: SimulatedApp,
  way: Way,
  sessionId: string,
  fork: string,
): Promise<HostClient> {
  if (way === 'done') return client
  if (way === 'stopped by the person') {
    await client.call('thread.stop', { threadId: fork })
    await client.until(() => !LIVE_STATES.has(client.thread(fork)?.state ?? 'streaming'))
    return client
  }
  const next = await restart(way === 'app killed and started again' ? 'killed' : 'closed')
  await next.follow(sessionId)
  return next
}

function markersOf(last: RecordedRequest, next: RecordedRequest, ttl: '5m' | '1h') {
  const blocks = last.prompt?.blocks ?? []
  const later = next.prompt?.blocks ?? []
  const applying = blocks.filter(
    ({ marker, level, bytes }, n) =>
      marker !== null && (level === 'system' || bytes.includes('<fork-boilerplate>') || n === blocks.length - 1),
  )
  const kept = applying.filter(({ link }) => later.some((block) => block.link === link && block.marker === ttl))
  const markers = [...blocks, ...later].flatMap(({ marker }) => (marker === null ? [] : [marker]))
  return { applying: applying.length, kept: kept.length, sameTtl: markers.every((marker) => marker === ttl) }
}
