// From bytes on the wire to a body of the right shape.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { MessagesBody } from '../validation/body-schema'
import { checkShape } from '../validation/check-shape'
import { checkSurrogates } from '../validation/check-text'
import type { Problem } from '../validation/problem'

export type ReadBody = {
  /** The text as received. */
  text: string
  /** Null when the shape is wrong; then `problem` says how. */
  body: MessagesBody | null
  problem: Problem | null
}

const largestBody = 32 * 1024 * 1024

/** Collects a request's body. `gone`: the client left while sending; `too-large`: more than 32 MB. */
export async function collectBody(incoming: IncomingMessage): Promise<Buffer | 'gone' | 'too-large'> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming) {
      const bytes: Buffer = chunk
      size += bytes.length
      if (size <= largestBody) chunks.push(bytes)
    }
  } catch (error) {
    if (incoming.destroyed) return 'gone'
    throw error
  }
  return size > largestBody ? 'too-large' : Buffer.concat(chunks)
}

/** Parses a body and checks its shape; what is wrong is said, never thrown. */
export function readBody(bytes: Buffer): ReadBody {
  const text = bytes.toString('utf8')
  const wrong = (problem: Problem): ReadBody => ({ text, body: null, problem })
  if (!isUtf8(bytes)) return wrong({ path: '', message: 'The request body is not valid JSON: invalid UTF-8' })
  const parsed = parseJson(text)
  if (parsed instanceof SyntaxError) {
    return wrong({ path: '', message: `The request body is not valid JSON: ${parsed.message}` })
  }
  const surrogate = checkSurrogates(parsed.value)
  if (surrogate !== null) return wrong(surrogate)
  const { body, problem } = checkShape(parsed.value)
  return { text, body, problem }
}

function parseJson(text: string): { value: unknown } | SyntaxError {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}
