// One page from its address: redirects followed as far as they stay at the host that was allowed, everything within one time limit.
import type { IncomingMessage } from 'node:http'
import { readWebAddress } from '../../../shared/domain/web-address'
import type { Clock } from '../../services/ports/clock'
import { ToolRefusal } from '../tools/tool-refusal'
import { type MediaType, readMediaType } from './media-type'
import { networkFailure } from './network-failure'
import { type Body, readBody } from './read-body'
import { requestPage } from './request-page'
import { type HostRules, resolveHost } from './resolve-host'
import type { WebLimits } from './web-limits'

export interface FetchedPage extends Body {
  kind: 'page'
  url: URL
  status: number
  mediaType: MediaType
}

/** It is elsewhere: whether that may be fetched is a question of its own. */
export interface MovedPage {
  kind: 'moved'
  url: URL
  status: number
  /** As the server says it; it may be no address that is fetched. */
  to: string
}

export interface PageRoad extends HostRules {
  clock: Clock
  env: NodeJS.ProcessEnv
  limits: WebLimits
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Fetches a page.
 *
 * @throws ToolRefusal for what the model can be told, the signal's reason when it was aborted
 */
export async function fetchPage(start: URL, road: PageRoad, signal: AbortSignal): Promise<FetchedPage | MovedPage> {
  const late = new AbortController()
  const cancel = road.clock.after(road.limits.ms, () => late.abort(new Error('the time is up')))
  try {
    return await follow(start, road, AbortSignal.any([signal, late.signal]))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ToolRefusal) throw error
    if (late.signal.aborted)
      throw new ToolRefusal(`${start.hostname} did not deliver the page within ${road.limits.ms / 1000} seconds.`)
    const sentence = networkFailure(error, start.hostname, road.env)
    if (sentence === null) throw error
    throw new ToolRefusal(sentence)
  } finally {
    cancel()
  }
}

async function follow(start: URL, road: PageRoad, signal: AbortSignal): Promise<FetchedPage | MovedPage> {
  let url = start
  for (let hop = 0; hop <= road.limits.redirects; hop++) {
    const addresses = await settledOrAborted(resolveHost(url.hostname, road), signal)
    const answer = await requestPage(url, addresses, signal)
    const to = targetOf(answer, url)
    if (to === null) return await pageOf(answer, url, road.limits.bytes, signal)
    answer.destroy()
    const next = sameHost(url, to)
    if (next === null) return { kind: 'moved', url, status: answer.statusCode ?? 0, to }
    url = next
  }
  throw new ToolRefusal(`${start.hostname} sent from one address to the next more than ${road.limits.redirects} times.`)
}

async function pageOf(answer: IncomingMessage, url: URL, bytes: number, signal: AbortSignal): Promise<FetchedPage> {
  const stop = () => answer.destroy(signal.reason instanceof Error ? signal.reason : undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const body = await readBody(answer, bytes)
    const mediaType = readMediaType(answer.headers['content-type'])
    return { kind: 'page', url, status: answer.statusCode ?? 0, mediaType, ...body }
  } finally {
    signal.removeEventListener('abort', stop)
    answer.destroy()
  }
}

/** Where an answer sends us; null where it does not. */
function targetOf(answer: IncomingMessage, from: URL): string | null {
  const { location } = answer.headers
  if (!REDIRECTS.has(answer.statusCode ?? 0) || location === undefined) return null
  // Header bytes are latin-1 for Node; addresses outside of ASCII are sent as UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8')
  return URL.canParse(text, from.href) ? new URL(text, from).href : text
}

/** The address of a redirect that stays where we are, or goes from http to https there; null for every other. */
function sameHost(from: URL, to: string): URL | null {
  const address = readWebAddress(to)
  if (!address.ok || address.url.hostname !== from.hostname) return null
  const { protocol, port } = address.url
  if (protocol === from.protocol) return port === from.port ? address.url : null
  return protocol === 'https:' && port === '' && from.port === '' ? address.url : null
}

/** A look-up cannot be called off; nobody waits for it any more. */
function settledOrAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}
