// Fetching from a server nobody has to believe: an answer, and each event of a stream, is bounded in size.
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { MOST_MESSAGE_BYTES } from './message-lines'

const NEWLINE = 0x0a
const RETURN = 0x0d

/** `fetch`, whose answers end with an error where one message grows beyond `MOST_MESSAGE_BYTES`. */
export function boundedFetch(): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (!response.body) return response
    const streams = response.headers.get('content-type')?.includes('text/event-stream') ?? false
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(limit(streams)), { status, statusText, headers })
  }
}

/** @param perEvent whether an empty line ends what is counted */
function limit(perEvent: boolean): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  let last = 0
  return new TransformStream({
    transform(chunk, controller) {
      if (perEvent) {
        for (const byte of chunk) {
          if (byte === RETURN) continue
          size = byte === NEWLINE && last === NEWLINE ? 0 : size + 1
          last = byte
        }
      } else size += chunk.length
      if (size > MOST_MESSAGE_BYTES) controller.error(new Error(`a message is larger than ${MOST_MESSAGE_BYTES} bytes`))
      else controller.enqueue(chunk)
    },
  })
}
