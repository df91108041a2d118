// Exports run beside the loop, each on a thread of its own: a large session takes as long as it takes.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { FailureError } from '../../../shared/contract/failure'
import type { AnsweredExport, ExportRequest, ExportThreadData } from './export-messages'

export class ExportThreads {
  private readonly databasePath: string
  private readonly running = new Map<Worker, (reason: Error) => void>()
  private closed = false

  constructor(databasePath: string) {
    this.databasePath = databasePath
  }

  /** @throws FailureError as `session.export` says */
  export(request: ExportRequest): Promise<number> {
    if (this.closed) return Promise.reject(closing())
    return new Promise((resolve, reject) => {
      const data: ExportThreadData = { databasePath: this.databasePath, request }
      const worker = new Worker(workerFile(), { workerData: data })
      this.running.set(worker, reject)
      worker.once('message', (answered: AnsweredExport) => {
        if ('bytes' in answered) resolve(answered.bytes)
        else reject('failure' in answered ? failureOf(answered.failure) : new Error(answered.bug))
      })
      worker.once('error', (error) => reject(error instanceof Error ? error : new Error(String(error))))
      worker.once('exit', () => this.running.delete(worker))
    })
  }

  /** What is being written is left unfinished, and nothing of it stands at its place. */
  close(): void {
    this.closed = true
    for (const [worker, reject] of this.running) {
      reject(closing())
      void worker.terminate()
    }
  }
}

function failureOf({
  code,
  message,
  ...facts
}: Extract<AnsweredExport, { failure: unknown }>['failure']): FailureError {
  return new FailureError(code, message, facts)
}

function closing(): FailureError {
  return new FailureError('conflict', 'The app is closing; nothing was written.', { closing: true })
}

/** Beside the running bundle, or the source beside this one. */
function workerFile(): string {
  const folder = dirname(fileURLToPath(import.meta.url))
  const built = join(folder, 'export-worker.cjs')
  return existsSync(built) ? built : join(folder, 'export-worker.ts')
}
