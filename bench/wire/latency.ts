// Figure: how soon forks leave when a model starts five of them with one message, by what a bare call of the SDK takes with the same
// body to the same server.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'
import { type Simulator, startSimulator } from '../../src/simulator/start-simulator'
import { type AppProcess, startApp } from '../support/app-process'
import { type BareSdk, startBareSdk } from '../support/bare-sdk'
import type { HostClient } from '../support/host-client'
import { FAN_OUT } from '../support/parser-model'
import { type Passage, type Relay, startRelay } from '../support/relay'
import { count, median, ms, spread } from '../support/report'
import { type SeededSession, seedSessions } from '../support/seed-sessions'
import { spawningModel } from '../support/spawning-model'
import { requestsOf } from '../support/wire'
import { withWorkspace } from '../support/workspace'
import type { Detail, Findings, Row } from './figure'

const FORKS = 5
const RUNS = 5
/** Turns of about 700 tokens that make a history of 16,700 and of 200,000 tokens, with what the system prompt and the tools take. */
const HISTORIES = [17, 280]
/**
 * An answer begins after 300 ms: so long, together, does a request wait at the server's door and for the simulator's first byte. All
 * siblings are there before the simulator looks into the first of them.
 */
const HOLD_MS = 200
const FIRST_BYTE_MS = 100
const WATCH_FETCH = fileURLToPath(new URL('../support/watch-fetch.mjs', import.meta.url))

/** One fan-out; milliseconds. */
interface FanOut {
  tokens: number
  /** Parent's answer ended → first, last fork there. */
  first: number
  last: number
  /** Leader's first event → last of its siblings there. */
  siblings: number
  /** What makes up `first`: the app reads the answer's end; hands the first fork's request to `fetch`; its bytes are there. */
  toRead: number
  toCall: number
  toReceive: number
  /** What makes up `siblings`: the first of them is handed to `fetch`, the last is; its bytes are there. */
  siblingsToFirstCall: number
  siblingsToLastCall: number
  siblingsToReceive: number
  /** A bare call: its body a text as the app gives it; an object; as many at once as siblings wait for their leader. */
  bare: number
  bareObject: number
  bareAtOnce: number
}

interface Fetched {
  calledAt: number
  readAt: number | null
  requestId: string | null
}

interface Bench {
  app: AppProcess
  client: HostClient
  simulator: Simulator
  relay: Relay
  bare: BareSdk
}

type Sent = Passage & { calledAt: number; readAt: number; request: RecordedRequest }

/** Measures both histories with the gate, and the longer wait without it. */
export async function latency(): Promise<Findings> {
  const measured: { gate: 'group' | 'off'; runs: FanOut[] }[] = []
  for (const turns of HISTORIES)
    for (const gate of ['group', 'off'] as const) measured.push({ gate, runs: await measure(turns, gate) })
  return { rows: measured.flatMap(rowsOf), details: [partsTable(measured)] }
}

function rowsOf({ gate, runs }: { gate: 'group' | 'off'; runs: readonly FanOut[] }): Row[] {
  const unit = median(runs.map(({ bare }) => bare))
  const row = (figure: string, most: number, of: (run: FanOut) => number): Row => {
    const times = runs.map(of)
    const middle = median(times)
    return {
      figure: `${figure}, ${count(tokensOf(runs))} tokens`,
      toReach: `≤ ${most} × a bare SDK call (${ms(unit)})`,
      measured: `${(middle / unit).toFixed(2)} × (${ms(middle)}; ${spread(times)})`,
      reached: middle <= most * unit,
    }
  }
  if (gate === 'off') return [row('gate off: parent’s answer ended → last of 5 forks received', 3, (run) => run.last)]
  return [
    row('parent’s answer ended → first of 5 forks received', 2, (run) => run.first),
    row('leader’s first event → last of its siblings received', 2, (run) => run.siblings),
  ]
}

function tokensOf(runs: readonly FanOut[]): number {
  return median(runs.map(({ tokens }) => tokens))
}

function partsTable(measured: readonly { gate: string; runs: readonly FanOut[] }[]): Detail {
  const parts: [name: string, of: (run: FanOut) => number][] = [
    ['bare SDK call → received (the unit)', ({ bare }) => bare],
    ['bare SDK call with an object → received', ({ bareObject }) => bareObject],
    [`${FORKS - 1} bare SDK calls at once → last received`, ({ bareAtOnce }) => bareAtOnce],
    ['**parent’s answer ended → first fork received**', ({ first }) => first],
    ['– answer’s last byte sent → read by the app', ({ toRead }) => toRead],
    ['– read → first fork’s request handed to fetch', ({ toCall }) => toCall],
    ['– handed to fetch → received', ({ toReceive }) => toReceive],
    ['**parent’s answer ended → last fork received**', ({ last }) => last],
    ['**leader’s first event → last sibling received**', ({ siblings }) => siblings],
    ['– leader’s first event → first sibling handed to fetch', ({ siblingsToFirstCall }) => siblingsToFirstCall],
    ['– first → last sibling handed to fetch', ({ siblingsToLastCall }) => siblingsToLastCall],
    ['– last sibling handed to fetch → all received', ({ siblingsToReceive }) => siblingsToReceive],
  ]
  return {
    header: [
      'latency, its parts',
      ...measured.map(({ gate, runs }) => `${count(tokensOf(runs))} tokens${gate === 'off' ? ', gate off' : ''}`),
    ],
    rows: parts.map(([name, of]) => [name, ...measured.map(({ runs }) => ms(median(runs.map(of))))]),
    note: `Medians of ${RUNS} fan-outs after one that is not counted, each in a session of its own; isolation none, prefix warm from the parent’s own request. A request counts as received when its last byte is there, at a relay in a thread of its own that neither parses nor counts: the simulator behind it sees a request ${HOLD_MS} ms later, so its work on one takes no time from the next, and answers ${FIRST_BYTE_MS} ms after that. The answer “ended” when its last byte left the relay, and “began” when its first did. The bare call is \`client.post\` with the same text as the app gives to the SDK, in an idle process of its own that has made such calls before, on a connection it holds, after each fan-out with the body of its first fork. With the gate off the rows of the leader say nothing.`,
  }
}

function measure(turns: number, gate: 'group' | 'off'): Promise<FanOut[]> {
  return withWorkspace(async (workspace) => {
    const dataDir = join(workspace, 'data')
    const sessions = await seedSessions({
      dataDir,
      workspace,
      sessions: Array.from({ length: RUNS + 1 }, () => ({ turns, forks: 0 })),
    })
    const simulator = await startSimulator({ script: spawningModel(FORKS), firstByteMs: FIRST_BYTE_MS })
    const relay = await startRelay(simulator.url, HOLD_MS)
    const nodeArgs = ['--import', WATCH_FETCH]
    const app = await startApp({ dataDir, providerUrl: relay.url, nodeArgs, channel: true })
    const bare = await startBareSdk(relay)
    try {
      const client = await app.connect()
      await client.call('settings.write', { patch: { 'fork.gate': gate } })
      const runs: FanOut[] = []
      for (const session of sessions) runs.push(await fanOut({ app, client, simulator, relay, bare }, session))
      return runs.slice(1)
    } finally {
      await bare.stop()
      await app.stop()
      await relay.close()
      await simulator.close()
    }
  })
}

async function fanOut(bench: Bench, { sessionId, threadId }: SeededSession): Promise<FanOut> {
  const { app, client } = bench
  await client.follow(sessionId)
  let delivered = 0
  const stop = client.onEvent((event) => {
    if (event.type === 'notification.delivered' && event.sessionId === sessionId) delivered++
  })
  const before = bench.simulator.requests.length
  await app.ask('fetches')
  await client.say(threadId, FAN_OUT)
  await client.until(() => delivered === FORKS)
  stop()
  await client.atRest([threadId])
  const fetched = await app.ask<Fetched[]>('fetches')
  const { threads } = await client.call('session.read', { sessionId })
  const children = threads.filter(({ parentId }) => parentId === threadId)
  const own = await Promise.all(children.map(({ id }) => requestsOf(client, bench.simulator, id)))
  const firsts = await Promise.all(own.flatMap((all) => all.slice(0, 1)).map((each) => sent(bench, fetched, each)))
  firsts.sort((a, b) => a.receivedAt - b.receivedAt)
  const spawning = bench.simulator.requests[before]
  const [leader] = firsts
  if (!spawning || !leader || firsts.length !== FORKS) throw new Error(`${firsts.length} of ${FORKS} forks were sent`)
  return { ...timesOf(await sent(bench, fetched, spawning), leader, firsts), ...(await units(bench, leader.request)) }
}

async function sent({ relay }: Bench, fetched: readonly Fetched[], request: RecordedRequest): Promise<Sent> {
  const passage = await relay.passage(request.requestId)
  const call = fetched.find(({ requestId }) => requestId === request.requestId)
  if (!call || call.readAt === null) throw new Error(`the app did not fetch ${request.requestId}`)
  return { ...passage, calledAt: call.calledAt, readAt: call.readAt, request }
}

function timesOf(parent: Sent, leader: Sent, firsts: readonly Sent[]) {
  const called = firsts.slice(1).map(({ calledAt }) => calledAt)
  const last = Math.max(...firsts.map(({ receivedAt }) => receivedAt))
  return {
    tokens: parent.request.prompt?.tokens ?? Number.NaN,
    first: leader.receivedAt - parent.lastByteAt,
    last: last - parent.lastByteAt,
    siblings: last - leader.firstByteAt,
    toRead: parent.readAt - parent.lastByteAt,
    toCall: leader.calledAt - parent.readAt,
    toReceive: leader.receivedAt - leader.calledAt,
    siblingsToFirstCall: Math.min(...called) - leader.firstByteAt,
    siblingsToLastCall: Math.max(...called) - Math.min(...called),
    siblingsToReceive: last - Math.max(...called),
  }
}

/** What bare calls take, right after the fan-out and with its body; the first of three is not counted. */
async function units({ bare }: Bench, { bodyText, headers }: RecordedRequest) {
  const order = { body: bodyText, betas: headers['anthropic-beta'] ?? '' }
  const middle = async (form: 'text' | 'object', times: number) => {
    const times3: number[] = []
    for (let n = 0; n < 3; n++) times3.push(await bare.send({ ...order, form, times }))
    return median(times3.slice(1))
  }
  return {
    bare: await middle('text', 1),
    bareObject: await middle('object', 1),
    bareAtOnce: await middle('text', FORKS - 1),
  }
}
