// Reads transcripts and bundles on a thread of its own, one after the other.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { DraftRow } from '../../../core/import/draft-rows'
import { FailureError } from '../../../shared/contract/failure'
import type { ReadSession, SessionFiles } from '../../services/ports/session-files'
import type { AnsweredFile, AskedFile, FileTask, FoundTranscripts } from './import-messages'
import { transcriptFolder } from './list-transcripts'

/** A transcript is in memory as a whole; more than this takes only what is no conversation. */
const MOST_MEMORY_MB = 4_096

/** @param env where the other program keeps what it writes: `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder */
export function createSessionFiles(env: NodeJS.ProcessEnv): SessionFiles {
  const thread = new FileThread()
  const config = env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? env.USERPROFILE ?? '/', '.claude')
  return {
    async read(path, onRows) {
      const answered = await thread.ask({ kind: 'read', path }, onRows)
      if (!('read' in answered)) throw new Error('a file was read and not answered')
      return answered.read
    },
    async list(projectPath) {
      const folder = transcriptFolder(config, projectPath)
      const answered = await thread.ask({ kind: 'list', folder }, () => {})
      if (!('found' in answered)) throw new Error('a folder was listed and not answered')
      return { ...answered.found, folder }
    },
    close: () => thread.close(),
  }
}

type Answer = { read: ReadSession } | { found: FoundTranscripts }

interface Waiting {
  onRows(rows: DraftRow[]): void
  resolve(answer: Answer): void
  reject(error: Error): void
}

class FileThread {
  private readonly waiting = new Map<number, Waiting>()
  private worker: Worker | null = null
  private asked = 0
  private closed = false

  ask(task: FileTask, onRows: Waiting['onRows']): Promise<Answer> {
    if (this.closed) return Promise.reject(closing())
    return new Promise((resolve, reject) => {
      const id = ++this.asked
      this.waiting.set(id, { onRows, resolve, reject })
      this.worker ??= this.start()
      this.worker.ref()
      this.worker.postMessage({ id, task } satisfies AskedFile)
    })
  }

  close(): void {
    this.closed = true
    this.end(closing())
  }

  private start(): Worker {
    const worker = new Worker(workerFile(), { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } })
    worker.on('message', (message: AnsweredFile) => this.take(message))
    worker.on('error', (error) => this.end(failureOf(error)))
    return worker
  }

  private take(message: AnsweredFile): void {
    const waiting = this.waiting.get(message.id)
    if (!waiting) return
    if ('rows' in message) {
      waiting.onRows(message.rows)
      return
    }
    this.waiting.delete(message.id)
    if ('failure' in message) {
      const { code, message: text, ...facts } = message.failure
      waiting.reject(new FailureError(code, text, facts))
    } else if ('bug' in message) waiting.reject(new Error(message.bug))
    else waiting.resolve(message)
    if (this.waiting.size > 0) return
    // What it holds of a large file goes with it.
    if ('read' in message) this.end(closing())
    else this.worker?.unref()
  }

  private end(reason: Error): void {
    const { worker } = this
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(reason)
    this.waiting.clear()
    void worker?.terminate()
  }
}

function closing(): FailureError {
  return new FailureError('conflict', 'The app is closing; nothing of this was done.', { closing: true })
}

function failureOf(error: unknown): Error {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new FailureError('invalid_input', 'The file is too large to be read.')
  return error instanceof Error ? error : new Error(String(error))
}

/** Beside the running bundle, or the source beside this one. */
function workerFile(): string {
  const folder = dirname(fileURLToPath(import.meta.url))
  const built = join(folder, 'import-worker.cjs')
  return existsSync(built) ? built : join(folder, 'import-worker.ts')
}
