// The Messages API through the official SDK: the body goes out as the bytes it is, the events come back unjudged.
import Anthropic, { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk'
import { cutAt } from '../../../core/content/replacement'
import { usedUpLimit } from '../../../core/governor/rate-limit'
import type { Clock } from '../../services/ports/clock'
import {
  type ModelClient,
  type ModelFault,
  ModelFaultError,
  type ModelReply,
  type ModelRequest,
  type ModelResponse,
} from '../../services/ports/model-client'
import { createHttpFetch, type SentInit } from './http-fetch'
import { readRateLimits } from './rate-limit-headers'

const MOST_WORDS_CHARS = 2_000

export interface AnthropicClientOptions {
  clock: Clock
  /** After this long without a byte a stream counts as stalled; servers send pings far more often. */
  stallMs: number
}

/**
 * A client whose every request is ours: the SDK neither retries nor serialises the body again (bytes are passed through,
 * `buildBody` in the SDK's client).
 */
export function createAnthropicClient(options: AnthropicClientOptions): ModelClient {
  const { fetch, warm } = createHttpFetch(options.clock, options.stallMs)
  const connect: Connect = { ...options, sdkFor: keepLast((baseUrl, apiKey) => newSdk(fetch, baseUrl, apiKey)) }
  return {
    async open(request: ModelRequest): Promise<ModelResponse> {
      const { data, fault, ...facts } = await send<AsyncIterable<unknown>>(connect, request, STREAM)
      return { ...facts, events: guarded(data, fault, request.signal) }
    },
    async ask(request: ModelRequest): Promise<ModelReply> {
      const { data, requestId, rateLimits } = await send<unknown>(connect, request, MESSAGE)
      return { requestId, rateLimits, message: data }
    },
    warm,
  }
}

interface Connect extends AnthropicClientOptions {
  sdkFor(baseUrl: string, apiKey: string): Anthropic
}

function newSdk(ourFetch: typeof fetch, baseURL: string, apiKey: string): Anthropic {
  return new Anthropic({ apiKey, authToken: null, baseURL, maxRetries: 0, logLevel: 'off', fetch: ourFetch })
}

/** The SDK's client is large, and almost always the same as the last time. */
function keepLast(make: Connect['sdkFor']): Connect['sdkFor'] {
  let last: { baseUrl: string; apiKey: string; sdk: Anthropic } | null = null
  return (baseUrl, apiKey) => {
    if (last?.baseUrl !== baseUrl || last.apiKey !== apiKey) last = { baseUrl, apiKey, sdk: make(baseUrl, apiKey) }
    return last.sdk
  }
}

/** How an answer comes. */
interface Form {
  stream: boolean
  type: string
  words: string
}

const STREAM: Form = { stream: true, type: 'text/event-stream', words: 'an event stream' }
const MESSAGE: Form = { stream: false, type: 'application/json', words: 'JSON' }

interface Sent<T> extends Omit<ModelResponse, 'events'> {
  data: T
  /** Makes of what goes wrong from here on a fault of this request. */
  fault(error: unknown): unknown
}

async function send<T>({ sdkFor, stallMs }: Connect, request: ModelRequest, form: Form): Promise<Sent<T>> {
  refuseOddKey(request.apiKey)
  const stall = new AbortController()
  const signal = AbortSignal.any([request.signal, stall.signal])
  const init: SentInit = {
    onStall: () => stall.abort(),
    ...(request.onSent ? { onSent: () => request.onSent?.() } : {}),
  }
  const fault = (error: unknown) =>
    stall.signal.aborted ? stalled(stallMs) : presentable(asFault(error, request.signal), request.apiKey)
  try {
    const { data, response } = await sdkFor(request.baseUrl, request.apiKey)
      .post<T>('/v1/messages', {
        body: request.body,
        stream: form.stream,
        signal,
        fetchOptions: init as Record<string, unknown>,
        headers: {
          'content-type': 'application/json',
          ...(request.betas.length > 0 ? { 'anthropic-beta': request.betas.join(',') } : {}),
        },
      })
      .withResponse()
    const requestId = response.headers.get('request-id')
    refuseOtherContent(response, requestId, form)
    return { data, requestId, rateLimits: readRateLimits(response.headers), fault }
  } catch (error) {
    const told = fault(error)
    stall.abort() // lets go of a body nobody will read
    throw told
  }
}

/** A header cannot carry it, and the error would quote it. */
function refuseOddKey(apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return
  throw fault('auth', null, 'The key holds characters that no key has. Enter it again.', null, null, false)
}

/** A fault's words are stored and shown: without the key, which servers and libraries quote, and no longer than a person reads. */
function presentable(error: unknown, apiKey: string): unknown {
  if (!(error instanceof ModelFaultError)) return error
  const message = error.fault.message.replaceAll(apiKey, '[key]')
  return new ModelFaultError({ ...error.fault, message: cutAt(message, MOST_WORDS_CHARS) })
}

/** Turns what goes wrong while the events are read into faults; the SDK ends silently on an abort. */
async function* guarded(
  events: AsyncIterable<unknown>,
  fault: (error: unknown) => unknown,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  try {
    yield* events
  } catch (error) {
    throw fault(error)
  }
  if (signal.aborted) throw signal.reason
}

function refuseOtherContent(response: Response, requestId: string | null, form: Form): void {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes(form.type)) return
  throw new ModelFaultError({
    kind: 'protocol',
    status: response.status,
    message: `The server answered with ${type || 'an unknown type'} instead of ${form.words}. Is the base URL right?`,
    requestId,
    retryAfterMs: null,
    retryable: false,
  })
}

function stalled(stallMs: number): ModelFaultError {
  return new ModelFaultError({
    kind: 'network',
    status: null,
    message: `Nothing arrived for ${Math.round(stallMs / 1000)} seconds.`,
    requestId: null,
    retryAfterMs: null,
    retryable: true,
  })
}

function asFault(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof ModelFaultError || error instanceof APIUserAbortError) return error
  if (error instanceof APIConnectionError)
    return fault('network', null, `No connection to the server: ${innermost(error)}.`, null, null, true)
  if (error instanceof APIError) return new ModelFaultError(ofStatus(error))
  if (error instanceof SyntaxError)
    return fault('protocol', null, 'The server sent something that is not JSON.', null, null, true)
  if (error instanceof TypeError || (error instanceof Error && 'code' in error))
    return fault('network', null, `The connection broke: ${innermost(error)}.`, null, null, true)
  return error
}

const KIND_OF_TYPE: Record<string, ModelFault['kind']> = {
  authentication_error: 'auth',
  permission_error: 'auth',
  billing_error: 'auth',
  not_found_error: 'model',
  invalid_request_error: 'invalid',
  request_too_large: 'invalid',
  rate_limit_error: 'rate-limited',
  overloaded_error: 'overloaded',
  timeout_error: 'server',
  api_error: 'server',
}

const KIND_OF_STATUS: Record<number, ModelFault['kind']> = {
  400: 'invalid',
  401: 'auth',
  403: 'auth',
  404: 'model',
  413: 'invalid',
  429: 'rate-limited',
  529: 'overloaded',
}

function ofStatus(error: APIError): ModelFault {
  const body = error.error as { error?: { type?: unknown; message?: unknown } } | undefined
  const type = typeof body?.error?.type === 'string' ? body.error.type : null
  const status = error.status ?? null
  const kind = (status === null ? undefined : KIND_OF_STATUS[status]) ?? KIND_OF_TYPE[type ?? ''] ?? otherKind(status)
  const said = typeof body?.error?.message === 'string' ? body.error.message : null
  return {
    kind,
    status,
    message: sentence(kind, status, said),
    requestId: error.requestID ?? null,
    retryAfterMs: retryAfter(error.headers) ?? limitReset(kind, error.headers),
    retryable: kind === 'rate-limited' || kind === 'overloaded' || kind === 'server',
  }
}

function otherKind(status: number | null): ModelFault['kind'] {
  return status !== null && status < 500 ? 'invalid' : 'server'
}

function sentence(kind: ModelFault['kind'], status: number | null, said: string | null): string {
  if (status !== null && status >= 300 && status < 400)
    return `The provider sends us elsewhere (${status}), where nobody has entered a key for. Is the base URL right?`
  const detail = said ? `: ${said}` : '.'
  switch (kind) {
    case 'auth':
      return `The provider does not accept the key (${status ?? 'no status'})${detail}`
    case 'model':
      return `The provider does not know this model or address (${status ?? 'no status'})${detail}`
    case 'rate-limited':
      return `The provider limits the rate (429)${detail}`
    case 'overloaded':
      return `The provider is overloaded (529)${detail}`
    default:
      return `The provider answered ${status ?? 'with an error'}${said ? detail : ', without saying why.'}`
  }
}

/** A refusal without `retry-after` may still say which limit is used up, and until when. */
function limitReset(kind: ModelFault['kind'], headers: Headers | undefined): number | null {
  if (kind !== 'rate-limited' || !headers) return null
  return usedUpLimit(readRateLimits(headers))?.resetMs ?? null
}

function retryAfter(headers: Headers | undefined): number | null {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const text = headers?.get('retry-after')
  if (!text) return null
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now())
}

function fault(
  kind: ModelFault['kind'],
  status: number | null,
  message: string,
  requestId: string | null,
  retryAfterMs: number | null,
  retryable: boolean,
): ModelFaultError {
  return new ModelFaultError({ kind, status, message, requestId, retryAfterMs, retryable })
}

/** The innermost cause says most: a refused connection, a name that does not resolve. */
function innermost(error: unknown): string {
  let at = error
  while (at instanceof Error && at.cause instanceof Error) at = at.cause
  if (!(at instanceof Error)) return String(at)
  return 'code' in at && typeof at.code === 'string' ? `${at.code} ${at.message}`.trim() : at.message
}
