// Ways in which the server can fail.
import type { ApiErrorType } from '../api-error'

export type Fault =
  | { kind: 'answer'; type: ApiErrorType; status: number; message: string; headers: Record<string, string> }
  | { kind: 'page'; status: number; html: string }
  | { kind: 'slow'; ms: number }
  | { kind: 'headers'; headers: Record<string, string> }
  | { kind: 'stream'; afterEvents: number; breaks: StreamBreak }

/** How a stream breaks: an error event, the connection cut, silence, or bytes that are no JSON. */
export type StreamBreak =
  | { how: 'error'; type: ApiErrorType; message: string }
  | { how: 'drop' }
  | { how: 'stall'; pings: boolean }
  | { how: 'malformed'; raw: string }

/** Events that are out before the first words have ended: message start, block start, ping, two deltas. */
const amidTheText = 5

/** 429 with the headers that say when to come back. */
export function rateLimited(retryAfterSeconds = 1, message = 'This request would exceed your rate limit.'): Fault {
  const reset = new Date(Date.now() + retryAfterSeconds * 1000).toISOString()
  const headers: Record<string, string> = { 'retry-after': String(retryAfterSeconds) }
  for (const what of ['requests', 'input-tokens', 'output-tokens']) {
    headers[`anthropic-ratelimit-${what}-limit`] = '50'
    headers[`anthropic-ratelimit-${what}-remaining`] = '0'
    headers[`anthropic-ratelimit-${what}-reset`] = reset
  }
  return { kind: 'answer', type: 'rate_limit_error', status: 429, message, headers }
}

/** No failure yet: the answer comes, and its headers say what is left of a limit, and when it is whole again. */
export function limitReported(
  what: 'requests' | 'tokens' | 'input-tokens' | 'output-tokens',
  remaining: number,
  resetAt: Date,
): Fault {
  const name = `anthropic-ratelimit-${what}`
  const reset = resetAt.toISOString()
  return {
    kind: 'headers',
    headers: { [`${name}-limit`]: '50', [`${name}-remaining`]: String(remaining), [`${name}-reset`]: reset },
  }
}

/** 529: the API is overloaded. */
export function overloaded(): Fault {
  return { kind: 'answer', type: 'overloaded_error', status: 529, message: 'Overloaded', headers: {} }
}

/** 500: an error inside the API. */
export function serverError(message = 'Internal server error'): Fault {
  return { kind: 'answer', type: 'api_error', status: 500, message, headers: {} }
}

/** Any other error in the API's shape. */
export function errorAnswer(type: ApiErrorType, status: number, message: string): Fault {
  return { kind: 'answer', type, status, message, headers: {} }
}

/** A page where an answer should be, as gateways and captive portals give. */
export function htmlPage(status = 502, html = '<html><body><h1>502 Bad Gateway</h1></body></html>'): Fault {
  return { kind: 'page', status, html }
}

/** The first byte comes late. */
export function slowFirstByte(ms: number): Fault {
  return { kind: 'slow', ms }
}

/** An `error` event in a stream that began well. */
export function streamError(afterEvents = amidTheText, type: ApiErrorType = 'overloaded_error'): Fault {
  const message = type === 'overloaded_error' ? 'Overloaded' : 'Internal server error'
  return { kind: 'stream', afterEvents, breaks: { how: 'error', type, message } }
}

/** The connection is cut after some events; 0 cuts it before the first byte. */
export function droppedConnection(afterEvents = amidTheText): Fault {
  return { kind: 'stream', afterEvents, breaks: { how: 'drop' } }
}

/** The bytes stop and the connection stays open. With `pings`, pings still come. */
export function stalledStream(afterEvents = amidTheText, pings = false): Fault {
  return { kind: 'stream', afterEvents, breaks: { how: 'stall', pings } }
}

/** An event whose data is no JSON. */
export function malformedEvent(afterEvents = amidTheText): Fault {
  const raw = 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"ty\n\n'
  return { kind: 'stream', afterEvents, breaks: { how: 'malformed', raw } }
}
