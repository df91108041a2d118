// Owns comparing what was sent: bytes of recorded requests, and what a provider bills for them.
import { costOf } from '../../src/core/pricing/cost'
import { modelFacts } from '../../src/core/pricing/model-table'
import { addUsage, NO_USAGE, type Usage } from '../../src/shared/domain/units'
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'
import type { Simulator } from '../../src/simulator/start-simulator'
import type { HostClient } from './host-client'

/** Markers move from request to request and are no part of what is repeated. Within a text they would be escaped. */
const MARKERS = /,"cache_control":\{"type":"ephemeral"(?:,"ttl":"1h")?\}/g
/** What closes the last message: content, message, messages, body. */
const CLOSING = ']}]}'

/** The requests of one thread as they were received, in order: the app's ledger knows them by the provider's own ids. */
export async function requestsOf(
  client: HostClient,
  simulator: Simulator,
  threadId: string,
): Promise<RecordedRequest[]> {
  const { requests } = await client.call('request.list', { threadId })
  return requests.map(({ requestId }) => {
    const received = simulator.requests.find((request) => request.requestId === requestId)
    if (!received) throw new Error(`no request ${requestId} was received`)
    return received
  })
}

/** The requests of a thread that the server accepted, in order: it began to answer them. */
export async function acceptedOf(
  { client, simulator }: { client: HostClient; simulator: Simulator },
  threadId: string,
): Promise<RecordedRequest[]> {
  const { requests } = await client.call('request.list', { threadId })
  return requests.flatMap(({ requestId }) =>
    simulator.requests.filter((request) => request.requestId === requestId && request.status === 200),
  )
}

/** How much of `earlier`, byte by byte from the start, `later` repeats: 1 is all of it, up to the end of its last block. */
export function repeatedShare(earlier: RecordedRequest, later: RecordedRequest): number {
  const [all, other] = [earlier, later].map(({ bodyText }) => Buffer.from(bodyText.replace(MARKERS, '')))
  if (!all || !other || !all.toString('utf8').endsWith(CLOSING)) throw new Error('a body does not end as ours do')
  const end = all.length - CLOSING.length
  let same = 0
  while (same < end && all[same] === other[same]) same++
  return same / end
}

/** How much of what `earlier` sent `later` read from the cache; 1 is all of it. */
export function readShare(earlier: RecordedRequest, later: RecordedRequest): number {
  const sent = billed([earlier])
  return Math.min(1, billed([later]).cacheRead / (sent.input + sent.cacheRead + sent.cacheWrite5m))
}

/** What requests were billed together, by the simulator's meter. */
export function billed(requests: readonly RecordedRequest[]): Usage {
  return requests.reduce((sum, { usage }) => {
    if (!usage) throw new Error('a request was not billed')
    const { input, cacheRead, cacheWrite5m, cacheWrite1h, output } = usage
    return addUsage(sum, { input, cacheRead, cacheWrite5m, cacheWrite1h, output })
  }, NO_USAGE)
}

/** The same tokens if nothing of them had been in the cache: all that was read would have been written. */
export function unshared({ cacheRead, cacheWrite5m, ...usage }: Usage): Usage {
  return { ...usage, cacheRead: 0, cacheWrite5m: cacheWrite5m + cacheRead }
}

/** The input side in units of one fresh input token, at the model's own prices. */
export function equivalents(model: string, usage: Usage): number {
  const { price } = modelFacts(model)
  const cost = costOf(model, inputSide(usage))
  if (!price || cost === null) throw new Error(`${model} has no price`)
  return cost / price.input
}

/** Dollars of the input side. */
export function dollars(model: string, usage: Usage): string {
  const nanoUsd = costOf(model, inputSide(usage))
  if (nanoUsd === null) throw new Error(`${model} has no price`)
  return `$${(nanoUsd / 1e9).toFixed(4)}`
}

function inputSide(usage: Usage): Usage {
  return { ...usage, output: 0 }
}
