// The one way out to a model: a body as text in, the raw stream of events or the raw message out.
import type { RateLimit } from '../../../core/governor/rate-limit'

export interface ModelRequest {
  /** The exact body; it is sent as these bytes. */
  body: string | Uint8Array
  betas: readonly string[]
  baseUrl: string
  apiKey: string
  signal: AbortSignal
  /** Told when the request is on its way: the system has taken its last byte. Not told when it never comes to that. */
  onSent?(): void
}

export interface ModelResponse {
  /** The provider's id of the request, from the response's header. */
  requestId: string | null
  /** The provider's limits as they stand after this request; none where it does not say. */
  rateLimits: readonly RateLimit[]
  /** The stream's events, parsed as JSON, not yet judged. */
  events: AsyncIterable<unknown>
}

/** The answer to a request that does not stream. */
export interface ModelReply extends Omit<ModelResponse, 'events'> {
  /** The message, parsed as JSON, not yet judged. */
  message: unknown
}

/**
 * What kept a request from being answered: `retryable` tells the governor to wait and try again.
 */
export interface ModelFault {
  kind: 'auth' | 'model' | 'invalid' | 'rate-limited' | 'overloaded' | 'network' | 'protocol' | 'server'
  status: number | null
  message: string
  requestId: string | null
  /** From `retry-after`, or else from the reset of a limit that is used up; milliseconds. */
  retryAfterMs: number | null
  retryable: boolean
}

export class ModelFaultError extends Error {
  override readonly name = 'ModelFaultError'
  readonly fault: ModelFault

  constructor(fault: ModelFault) {
    super(fault.message)
    this.fault = fault
  }
}

export interface ModelClient {
  /** Opens one stream. Throws `ModelFaultError`, also while the events are read; an abort throws the signal's reason. */
  open(request: ModelRequest): Promise<ModelResponse>
  /** Sends a request that asks for no stream. Throws as `open` does. */
  ask(request: ModelRequest): Promise<ModelReply>
  /** Opens connections ahead for so many requests that are about to leave for a server at once; whether it can is not told. */
  warm(baseUrl: string, requests: number): void
}
