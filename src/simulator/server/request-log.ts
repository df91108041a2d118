// The requests received, in order, and those who wait for one.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { RecordedRequest, RequestOutcome } from './recorded-request'

export type RequestPredicate = (request: RecordedRequest) => boolean

type Waiter = { matches: RequestPredicate; resolve: (request: RecordedRequest) => void }

export class RequestLog {
  readonly requests: RecordedRequest[] = []
  readonly #settle = new Map<RecordedRequest, (request: RecordedRequest) => void>()
  #waiters: Waiter[] = []
  #count = 0
  constructor(private readonly keep = Number.POSITIVE_INFINITY) {}

  /** Records a request whose body has arrived, and wakes who waits for it. */
  add(
    facts: Pick<RecordedRequest, 'method' | 'path' | 'bodyText' | 'body' | 'clockAt' | 'requestId'>,
    headers: IncomingHttpHeaders,
  ): RecordedRequest {
    this.#count += 1
    const { promise, resolve } = Promise.withResolvers<RecordedRequest>()
    const request: RecordedRequest = {
      ...facts,
      n: this.#count,
      headers: headersWithoutKey(headers),
      keyHash: hashKey(readKey(headers)),
      prompt: null,
      receivedAt: performance.now(),
      firstEventAt: null,
      endedAt: null,
      status: null,
      messageId: null,
      usage: null,
      answer: null,
      stopReason: null,
      eventsSent: 0,
      error: null,
      outcome: 'pending',
      settled: promise,
    }
    this.requests.push(request)
    if (this.requests.length > this.keep) this.requests.shift()
    this.#settle.set(request, resolve)
    const due = this.#waiters.filter((waiter) => waiter.matches(request))
    this.#waiters = this.#waiters.filter((waiter) => !due.includes(waiter))
    for (const waiter of due) waiter.resolve(request)
    return request
  }

  /** Fixes the outcome; the first call counts. */
  settle(request: RecordedRequest, outcome: Exclude<RequestOutcome, 'pending'>): void {
    if (request.outcome !== 'pending') return
    request.outcome = outcome
    request.endedAt = performance.now()
    this.#settle.get(request)?.(request)
    this.#settle.delete(request)
  }

  /** The first request that matches, already received or still to come. */
  arrival(matches: RequestPredicate): Promise<RecordedRequest> {
    const there = this.requests.find(matches)
    if (there !== undefined) return Promise.resolve(there)
    return new Promise((resolve) => {
      this.#waiters.push({ matches, resolve })
    })
  }
}

/** The key of a request, from `x-api-key` or a bearer token; null when there is none. */
export function readKey(headers: IncomingHttpHeaders): string | null {
  const direct = headers['x-api-key']
  const bearer = headers.authorization?.match(/^Bearer (.+)$/i)?.[1]
  const key = (typeof direct === 'string' && direct !== '' ? direct : bearer) ?? ''
  return key.trim() === '' ? null : key
}

function hashKey(key: string | null): string | null {
  return key === null ? null : createHash('sha256').update(key).digest('hex').slice(0, 16)
}

function headersWithoutKey(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'x-api-key' || name === 'authorization' || value === undefined) continue
    kept[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return kept
}
