// Finds files by name on a thread of its own: a large tree is listed and ranked without anything else having to wait.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FileIndex, FileQuestion, FoundFiles } from '../../services/ports/file-index'
import { cleanEnvironment } from '../system/clean-environment'
import { locateRipgrep } from '../tools/search/locate-ripgrep'
import type { AnsweredFiles, AskedFiles, IndexThreadData } from './index-messages'

const NOTHING: FoundFiles = { paths: [], total: 0, cut: false }

interface Waiting {
  resolve(found: FoundFiles): void
  reject(error: Error): void
}

/** The thread starts with the first question; where there is no ripgrep, no file is ever found. */
export function createFileIndex(env: NodeJS.ProcessEnv): FileIndex {
  return new ThreadedFileIndex(cleanEnvironment(env))
}

class ThreadedFileIndex implements FileIndex {
  private readonly waiting = new Map<number, Waiting>()
  private worker: Worker | null = null
  private rgPath: Promise<string | null> | null = null
  private asked = 0
  private closed = false

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  async find(question: FileQuestion): Promise<FoundFiles> {
    this.rgPath ??= locateRipgrep(this.env, [question.folder])
    const rgPath = await this.rgPath
    if (rgPath === null || this.closed) return NOTHING
    return new Promise((resolve, reject) => {
      const id = ++this.asked
      this.waiting.set(id, { resolve, reject })
      this.worker ??= this.start(rgPath)
      this.worker.ref()
      this.worker.postMessage({ id, question } satisfies AskedFiles)
    })
  }

  close(): void {
    this.closed = true
    const { worker } = this
    this.worker = null
    for (const { resolve } of this.waiting.values()) resolve(NOTHING)
    this.waiting.clear()
    void worker?.terminate()
  }

  private start(rgPath: string): Worker {
    const worker = new Worker(workerFile(), { workerData: { rgPath, env: this.env } satisfies IndexThreadData })
    worker.on('message', (message: AnsweredFiles) => this.take(message))
    worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))))
    return worker
  }

  private take(message: AnsweredFiles): void {
    const waiting = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    // It keeps no process alive that has nothing else to do.
    if (this.waiting.size === 0) this.worker?.unref()
    if ('found' in message) waiting?.resolve(message.found)
    else waiting?.reject(new Error(message.bug))
  }

  private fail(error: Error): void {
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}

/** Beside the running bundle, or the source beside this one. */
function workerFile(): string {
  const folder = dirname(fileURLToPath(import.meta.url))
  const built = join(folder, 'file-index-worker.cjs')
  return existsSync(built) ? built : join(folder, 'file-index-worker.ts')
}
