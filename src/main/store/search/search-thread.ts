// Searches run beside the loop: a query over a large database may take longer than anything else may wait.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { FailureError } from '../../../shared/contract/failure'
import type { SearchAnswer } from '../../../shared/domain/search'
import type { SearchRequest } from './run-search'
import { type AnsweredSearch, type AskedSearch, SEARCH_STATE, type SearchThreadData } from './search-messages'

/** A query reads for a fraction of a second; closing waits for it no longer than this. */
const CLOSE_WAIT_MS = 3_000

interface Waiting {
  resolve(answer: SearchAnswer): void
  reject(error: Error): void
}

/** Asks the other thread, which is started with the first search. Answers come in the order of the questions. */
export class SearchThread {
  private readonly path: string
  private readonly state = new Int32Array(new SharedArrayBuffer(4))
  private readonly waiting = new Map<number, Waiting>()
  private worker: Worker | null = null
  private asked = 0

  constructor(path: string) {
    this.path = path
  }

  /** @throws FailureError `store.*` when the database cannot be read */
  search(request: SearchRequest): Promise<SearchAnswer> {
    if (Atomics.load(this.state, 0) === SEARCH_STATE.CLOSED) return Promise.reject(closed())
    return new Promise((resolve, reject) => {
      const id = ++this.asked
      this.waiting.set(id, { resolve, reject })
      this.worker ??= this.start()
      this.worker.ref()
      this.worker.postMessage({ id, request } satisfies AskedSearch)
    })
  }

  /** Returns when the other thread has the database closed for good; what was asked and not answered fails. */
  close(): void {
    const until = Date.now() + CLOSE_WAIT_MS
    while (Atomics.compareExchange(this.state, 0, SEARCH_STATE.IDLE, SEARCH_STATE.CLOSED) === SEARCH_STATE.BUSY) {
      if (Atomics.wait(this.state, 0, SEARCH_STATE.BUSY, until - Date.now()) === 'timed-out') break
    }
    this.end(closed())
  }

  private start(): Worker {
    const data: SearchThreadData = { path: this.path, state: this.state.buffer as SharedArrayBuffer }
    const worker = new Worker(workerFile(), { workerData: data })
    worker.on('message', (message: AnsweredSearch) => this.take(message))
    worker.on('error', (error) => this.end(error instanceof Error ? error : new Error(String(error))))
    return worker
  }

  private take(message: AnsweredSearch): void {
    const waiting = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    // It keeps no process alive that has nothing else to do.
    if (this.waiting.size === 0) this.worker?.unref()
    if ('answer' in message) waiting?.resolve(message.answer)
    else if ('failure' in message)
      waiting?.reject(new FailureError(message.failure.code, message.failure.message, message.failure))
    else waiting?.reject(new Error(message.bug))
  }

  private end(reason: Error): void {
    const { worker } = this
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(reason)
    this.waiting.clear()
    // Only a thread that holds nothing open may be ended from outside.
    if (Atomics.load(this.state, 0) === SEARCH_STATE.CLOSED) void worker?.terminate()
  }
}

function closed(): Error {
  return new Error('the store was closed while it was searched')
}

/** Beside the running bundle, or the source beside this one. */
function workerFile(): string {
  const folder = dirname(fileURLToPath(import.meta.url))
  const built = join(folder, 'search-worker.cjs')
  return existsSync(built) ? built : join(folder, 'search-worker.ts')
}
