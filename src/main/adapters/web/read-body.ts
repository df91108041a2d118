// The body of an answer: unpacked as it comes, and no further than is wanted of it.
import type { IncomingMessage } from 'node:http'
import { type Duplex, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { ToolRefusal } from '../tools/tool-refusal'

export interface Body {
  bytes: Buffer
  /** Whether there was more than `bytes`. */
  cut: boolean
}

/**
 * Reads at most so many bytes of a body, unpacked; the connection is let go then. A packed body that unpacks to more than anybody
 * wants costs no more memory than that.
 *
 * @throws ToolRefusal for a packing nobody asked for
 */
export async function readBody(answer: IncomingMessage, mostBytes: number): Promise<Body> {
  const unpacking = unpackingOf(answer.headers['content-encoding'])
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of unpacking === null ? answer : unpacked(answer, unpacking)) {
    const room = mostBytes - size
    chunks.push(chunk.subarray(0, room))
    size += Math.min(chunk.length, room)
    // Leaving the loop destroys the stream, and with it the connection.
    if (chunk.length > room) return { bytes: Buffer.concat(chunks), cut: true }
  }
  return { bytes: Buffer.concat(chunks), cut: false }
}

/** Whatever breaks on the way is an error of the stream that is read. */
function unpacked(answer: IncomingMessage, unpacking: Duplex): Readable {
  pipeline(answer, unpacking, () => {})
  return unpacking
}

function unpackingOf(encoding: string | undefined): Duplex | null {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new ToolRefusal(
        `The server packed the page as ${JSON.stringify(encoding?.slice(0, 40))}, which was not asked for.`,
      )
  }
}
