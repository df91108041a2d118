// Owns the clock at the server's door: a relay before the simulator that knows when each request was there and when its answer went.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface RelayData {
  upstream: string
  holdMs: number
}

/** One request and its answer; times in milliseconds of the machine's monotonic clock, which all processes share. */
export interface Passage {
  requestId: string
  bytes: number
  /** Its last byte was there. */
  receivedAt: number
  /** The answer's first and last byte were about to leave. */
  firstByteAt: number
  lastByteAt: number
}

export interface Relay {
  url: string
  /** Resolves when the answer to this request has left. */
  passage(requestId: string): Promise<Passage>
  close(): Promise<void>
}

/**
 * Starts a relay in a thread of its own.
 *
 * @param holdMs how long each request waits here before it goes on: the simulator's work on the first of some that come together
 *   begins after the last of them is there, and takes no processor from whoever sends them
 */
export async function startRelay(upstream: string, holdMs: number): Promise<Relay> {
  const data: RelayData = { upstream, holdMs }
  const worker = new Worker(new URL('relay-worker.ts', import.meta.url), { workerData: data })
  const [{ port }] = (await once(worker, 'message')) as [{ port: number }]
  const passages = new Map<string, Passage>()
  const waiting = new Map<string, (passage: Passage) => void>()
  worker.on('message', ({ passage }: { passage: Passage }) => {
    passages.set(passage.requestId, passage)
    waiting.get(passage.requestId)?.(passage)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    passage(requestId) {
      const there = passages.get(requestId)
      return there ? Promise.resolve(there) : new Promise((resolve) => waiting.set(requestId, resolve))
    },
    async close() {
      await worker.terminate()
    },
  }
}
