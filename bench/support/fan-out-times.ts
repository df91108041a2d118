// Owns one fan-out under the clock: a model starts forks with one message, and every moment from its answer to their requests is known.
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'
import { type Simulator, startSimulator } from '../../src/simulator/start-simulator'
import { type AppProcess, startApp } from './app-process'
import { type BareSdk, startBareSdk } from './bare-sdk'
import type { HostClient } from './host-client'
import { FAN_OUT } from './parser-model'
import { type Profile, type Spent, timeByFunction } from './profile'
import { type Passage, type Relay, startRelay } from './relay'
import { median } from './report'
import type { SeededSession } from './seed-sessions'
import { spawningModel } from './spawning-model'
import { requestsOf } from './wire'

/**
 * An answer begins after 300 ms: so long, together, does a request wait at the server's door and for the simulator's first byte. All
 * siblings are there before the simulator looks into the first of them.
 */
export const HOLD_MS = 200
export const FIRST_BYTE_MS = 100
const LOADED = [new URL('watch-requests.mjs', import.meta.url), new URL('profile-app.mjs', import.meta.url)]

/** One fan-out, in milliseconds; `Cpu` is processor time of the app's main thread, `Waited` how long it stood in line for a processor. */
export interface FanOutTimes {
  tokens: number
  /** Parent's answer ended → first, last fork there. */
  first: number
  last: number
  /** Leader's first event → last of its siblings there. */
  siblings: number
  /** What makes up `first`: the app reads the answer's end; hands the first fork's request to the transport; its bytes are there. */
  toRead: number
  toCall: number
  toCallCpu: number
  toCallWaited: number
  toReceive: number
  /** What makes up `siblings`: the leader's first event is read; the first sibling is handed to the transport, the last is; all are there. */
  beganToRead: number
  siblingsToFirstCall: number
  siblingsToLastCall: number
  siblingsCpu: number
  siblingsWaited: number
  siblingsToReceive: number
  /** A bare call: its body a text as the app gives it; an object; as many at once as siblings wait for their leader. */
  bare: number
  bareObject: number
  bareAtOnce: number
}

interface Moment {
  at: number
  cpu: number
  waited: number
}

interface Handed {
  requestId: string | null
  called: Moment
  began: Moment | null
  read: Moment | null
}

type Sent = Passage & { request: RecordedRequest; called: Moment; began: Moment; read: Moment }

export interface TimedApp {
  app: AppProcess
  client: HostClient
  simulator: Simulator
  relay: Relay
  bare: BareSdk
  forks: number
}

/** Starts the app behind a relay, and beside it the process that calls the SDK and does nothing else. */
export async function withTimedApp<T>(
  dataDir: string,
  forks: number,
  work: (timed: TimedApp) => Promise<T>,
): Promise<T> {
  const simulator = await startSimulator({ script: spawningModel(forks), firstByteMs: FIRST_BYTE_MS })
  const relay = await startRelay(simulator.url, HOLD_MS)
  const nodeArgs = LOADED.flatMap(({ href }) => ['--import', href])
  const app = await startApp({ dataDir, providerUrl: relay.url, nodeArgs, channel: true })
  const bare = await startBareSdk(relay)
  try {
    return await work({ app, client: await app.connect(), simulator, relay, bare, forks })
  } finally {
    await bare.stop()
    await app.stop()
    await relay.close()
    await simulator.close()
  }
}

/** One fan-out of a session, and right after it the bare calls with the body of its first fork. */
export async function timeFanOut(timed: TimedApp, session: SeededSession): Promise<FanOutTimes> {
  const { parent, leader, firsts } = await fanOut(timed, session)
  return { ...timesOf(parent, leader, firsts), ...(await units(timed, leader.request)) }
}

/** One fan-out under a profiler: by function, what the app's main thread did from the parent's answer until the last fork was sent. */
export async function profileFanOut(
  timed: TimedApp,
  session: SeededSession,
): Promise<{ launching: Spent[]; following: Spent[] }> {
  await timed.app.ask('profile')
  const { parent, leader, firsts } = await fanOut(timed, session)
  const profile = await timed.app.ask<Profile>('profiled')
  const ours = (url: string) => /\/out\/main\/(?!lib-|node-)/.test(url)
  const last = Math.max(...firsts.map(({ called }) => called.at))
  return {
    launching: timeByFunction(profile, parent.lastByteAt, leader.called.at, ours),
    following: timeByFunction(profile, leader.firstByteAt, last, ours),
  }
}

async function fanOut(timed: TimedApp, { sessionId, threadId }: SeededSession) {
  const { app, client, simulator, forks } = timed
  await client.follow(sessionId)
  let delivered = 0
  const stop = client.onEvent((event) => {
    if (event.type === 'notification.delivered' && event.sessionId === sessionId) delivered++
  })
  const before = simulator.requests.length
  await app.ask('requests')
  await client.say(threadId, FAN_OUT)
  await client.until(() => delivered === forks)
  stop()
  await client.atRest([threadId])
  const handed = await app.ask<Handed[]>('requests')
  const { threads } = await client.call('session.read', { sessionId })
  const children = threads.filter(({ parentId }) => parentId === threadId)
  const own = await Promise.all(children.map(({ id }) => requestsOf(client, simulator, id)))
  const firsts = await Promise.all(own.flatMap((all) => all.slice(0, 1)).map((each) => sent(timed, handed, each)))
  firsts.sort((a, b) => a.receivedAt - b.receivedAt)
  const spawning = simulator.requests[before]
  const [leader] = firsts
  if (!spawning || !leader || firsts.length !== forks) throw new Error(`${firsts.length} of ${forks} forks were sent`)
  return { parent: await sent(timed, handed, spawning), leader, firsts }
}

async function sent({ relay }: TimedApp, handed: readonly Handed[], request: RecordedRequest): Promise<Sent> {
  const passage = await relay.passage(request.requestId)
  const call = handed.find(({ requestId }) => requestId === request.requestId)
  if (!call?.began || !call.read) throw new Error(`the app did not send ${request.requestId}`)
  return { ...passage, request, called: call.called, began: call.began, read: call.read }
}

function timesOf(parent: Sent, leader: Sent, firsts: readonly Sent[]) {
  const siblings = firsts.slice(1).map(({ called }) => called)
  const firstCalled = Math.min(...siblings.map(({ at }) => at))
  const lastCalled = Math.max(...siblings.map(({ at }) => at))
  const last = Math.max(...firsts.map(({ receivedAt }) => receivedAt))
  return {
    tokens: parent.request.prompt?.tokens ?? Number.NaN,
    first: leader.receivedAt - parent.lastByteAt,
    last: last - parent.lastByteAt,
    siblings: last - leader.firstByteAt,
    toRead: parent.read.at - parent.lastByteAt,
    toCall: leader.called.at - parent.read.at,
    toCallCpu: leader.called.cpu - parent.read.cpu,
    toCallWaited: leader.called.waited - parent.read.waited,
    toReceive: leader.receivedAt - leader.called.at,
    beganToRead: leader.began.at - leader.firstByteAt,
    siblingsToFirstCall: firstCalled - leader.began.at,
    siblingsToLastCall: lastCalled - firstCalled,
    siblingsCpu: Math.max(...siblings.map(({ cpu }) => cpu)) - leader.began.cpu,
    siblingsWaited: Math.max(...siblings.map(({ waited }) => waited)) - leader.began.waited,
    siblingsToReceive: last - lastCalled,
  }
}

/** Medians of three bare calls of each form, after one that is not counted. */
async function units({ bare, forks }: TimedApp, { bodyText, headers }: RecordedRequest) {
  const order = { body: bodyText, betas: headers['anthropic-beta'] ?? '' }
  const middle = async (form: 'text' | 'object', times: number) => {
    const all: number[] = []
    for (let n = 0; n < 4; n++) all.push(await bare.send({ ...order, form, times }))
    return median(all.slice(1))
  }
  return {
    bare: await middle('text', 1),
    bareObject: await middle('object', 1),
    bareAtOnce: await middle('text', forks - 1),
  }
}
