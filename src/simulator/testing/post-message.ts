// A bare client for tests of the simulator: what was sent and received, byte for byte.
import type { MessagesBody } from '../validation/body-schema'

export type Answer = { status: number; headers: Headers; text: string }
export type ReceivedEvent = { event: string; data: Record<string, unknown> }

export type PostOptions = { headers?: Record<string, string>; signal?: AbortSignal }

/** Posts a body (an object, or the text of one) to `/v1/messages` and reads the whole answer. */
export async function postMessage(url: string, body: object | string, options: PostOptions = {}): Promise<Answer> {
  const response = await openMessage(url, body, options)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Posts a body and hands back the response while it may still be streaming. */
export function openMessage(url: string, body: object | string, options: PostOptions = {}): Promise<Response> {
  return fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'sk-test',
      'anthropic-version': '2023-06-01',
      ...options.headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
}

/** The events of a finished stream. */
export function readEvents(text: string): ReceivedEvent[] {
  return text
    .split('\n\n')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, event = ''] = part.match(/^event: (.*)$/m) ?? []
      const [, data = '{}'] = part.match(/^data: (.*)$/m) ?? []
      return { event, data: JSON.parse(data) }
    })
}

/** A small valid body; fields given replace or join the defaults. */
export function bodyWith(fields: Partial<MessagesBody> = {}): MessagesBody {
  return {
    model: 'tine-demo',
    max_tokens: 1024,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    ...fields,
  }
}

/** Text worth about `tokens` tokens for the simulator's tokenizer. */
export function textOf(tokens: number, seed = 'word'): string {
  return `${seed} `
    .repeat(Math.ceil((tokens * 4) / (seed.length + 1)))
    .slice(0, tokens * 4 - 1)
    .replace(/.$/, '.')
}
