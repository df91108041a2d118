// A fetch for the SDK whose request leaves at once: its bytes are handed to the system in the same turn of the loop, on a connection
// that is there already. It hears bytes, which the SDK does not tell of: pings are swallowed, so silence shows only below it.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Clock } from '../../services/ports/clock'
import { ConnectionPool } from './connection-pool'

/** What a request tells this fetch beside what it tells every fetch. */
export interface SentInit extends RequestInit {
  /** Called when, from the request on, no byte arrives for a while. */
  onStall?: () => void
  /** Called when the system has taken the request's last byte. */
  onSent?: () => void
}

export interface HttpFetch {
  /** Takes a body as text or bytes. Follows no redirect: a conversation goes to the address the person entered, and to no other. */
  fetch: typeof fetch
  /** Opens connections for so many requests that are about to be sent to a server at once. */
  warm(baseUrl: string, requests: number): void
}

/** Responses that have no body by definition. */
const WITHOUT_BODY = new Set([204, 205, 304])

/** @param stallMs after so long without a byte a request's `onStall` is called */
export function createHttpFetch(clock: Clock, stallMs: number): HttpFetch {
  const pools = new Map<string, ConnectionPool>()
  const poolOf = (url: URL) => {
    const pool = pools.get(url.origin) ?? new ConnectionPool(url)
    pools.set(url.origin, pool)
    return pool
  }
  return {
    fetch: async (input, init: SentInit = {}) => {
      const url = new URL(input instanceof Request ? input.url : input)
      return exchange(url, init, poolOf(url), () => new Silence(clock, stallMs, init.onStall ?? (() => {})))
    },
    warm(baseUrl, requests) {
      if (URL.canParse(baseUrl)) poolOf(new URL(baseUrl)).warm(requests)
    },
  }
}

function exchange(url: URL, init: SentInit, { agent }: ConnectionPool, listen: () => Silence): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const signal = init.signal ?? new AbortController().signal
  signal.throwIfAborted()
  const headers = { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' }
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: init.method ?? 'GET',
    headers,
    agent,
  })
  const silence = listen()
  let fail: (error: unknown) => void = reject
  const end = (error?: unknown) => {
    silence.end()
    signal.removeEventListener('abort', abort)
    if (error !== undefined) fail(error)
  }
  // Whoever aborts does not wait for the connection's end.
  const abort = () => {
    end(signal.reason)
    request.destroy()
  }
  signal.addEventListener('abort', abort, { once: true })
  request.once('finish', () => init.onSent?.())
  request.on('error', end)
  request.once('response', (answer) => {
    silence.broken()
    const { response, broke } = responseOf(answer, { heard: () => silence.broken(), end })
    fail = broke
    resolve(response)
  })
  request.end(bytesOf(init.body))
  return promise
}

function bytesOf(body: RequestInit['body']): string | Uint8Array | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new TypeError('a body is text or bytes')
}

interface Hearing {
  heard(): void
  /** Nothing more is heard: the answer is whole, nobody reads it any more, or it broke off with an error. */
  end(error?: unknown): void
}

interface Answered {
  response: Response
  /** Makes an error of what is still to come. */
  broke(error: unknown): void
}

function responseOf(answer: IncomingMessage, hearing: Hearing): Answered {
  const { statusCode: status = 0, statusMessage: statusText = '' } = answer
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  const { body, broke } = streamOf(answer, hearing)
  if (!WITHOUT_BODY.has(status)) return { response: new Response(body, { status, statusText, headers }), broke }
  void body.cancel()
  return { response: new Response(null, { status, statusText, headers }), broke }
}

/** The bytes of an answer as they arrive, no faster than they are read. */
function streamOf(answer: IncomingMessage, { heard, end }: Hearing) {
  let open = true
  let broke: Answered['broke'] = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      broke = (error) => {
        if (open) controller.error(error)
        open = false
      }
      answer.on('data', (chunk: Buffer) => {
        if (!open) return
        heard()
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) answer.pause()
      })
      answer.once('end', () => {
        end()
        if (open) controller.close()
        open = false
      })
      answer.on('error', end)
    },
    pull() {
      answer.resume()
    },
    cancel() {
      open = false
      end()
      answer.destroy()
    },
  })
  return { body, broke }
}

/** Notices when nothing is heard for a while. */
class Silence {
  private cancel: () => void

  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
    private readonly onStall: () => void,
  ) {
    this.cancel = clock.after(ms, onStall)
  }

  /** Something was heard. */
  broken(): void {
    this.cancel()
    this.cancel = this.clock.after(this.ms, this.onStall)
  }

  end(): void {
    this.cancel()
  }
}
