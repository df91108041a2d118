// The rescue for the services: its work runs on a thread of its own, one task after the other.
import { existsSync } from 'node:fs'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { FailureError } from '../../../shared/contract/failure'
import type { Rescue } from '../../services/ports/rescue'
import { processesIn } from '../git/in-use'
import { kindAt } from '../git/presence'
import { findRegistration } from '../git/registration'
import { draftOf, FOLDER_ROOT, GIT_ROOT } from './archive-names'
import { requireRemovable } from './require-removable'
import type { AnsweredRescue, AskedRescue, RescueTask } from './rescue-messages'
import { survey } from './survey'

/** Binds the rescue to a data folder. The thread starts with the first task. */
export function createRescue({ dataDir }: { dataDir: string }): Rescue {
  const thread = new RescueThread()
  const data = async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return realpath(dataDir)
  }
  return {
    measure: (folder) => thread.ask({ kind: 'measure', folder }),
    exists: async (path) => (await kindAt(path)) !== null,
    survey: async () => survey(await data()),
    async archive(record, folder, archive) {
      // Of a folder that may not go anyway, every attempt would leave one more archive.
      await requireRemovable(record, await data(), folder, false)
      await mkdir(dirname(archive), { recursive: true, mode: 0o700 })
      await refuseInUse(folder)
      const registration = await findRegistration(record.commonDir, join(folder, checkoutOf(record.path)))
      const roots: Record<string, string> = { [FOLDER_ROOT]: folder }
      if (registration !== null) roots[GIT_ROOT] = registration.adminDir
      return (await thread.ask({ kind: 'archive', archive, roots })) ?? 0
    },
    verify: async (folder, archive) => void (await thread.ask({ kind: 'verify', folder, archive })),
    remove: async (record, folder, archive, partly) =>
      (await thread.ask({ kind: 'remove', record, folder, archive, partly, dataDir: await data() })) ?? 0,
    async unpack(record, archive) {
      const target = join(await data(), 'restoring', record.threadId)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await thread.ask({ kind: 'unpack', archive, targets: { [FOLDER_ROOT]: target } })
      return target
    },
    dropDraft: (archive) => rm(draftOf(archive), { force: true }),
    archiveOf: async ({ threadId }, at) => freeName(join(await data(), 'archives', `${threadId}-${stamp(at)}`)),
    dataDir: data,
    close: () => thread.close(),
    closed: () => thread.closed,
  }
}

/** Whoever works in a folder would go on without it. */
async function refuseInUse(folder: string): Promise<void> {
  const pids = await processesIn(folder)
  if (pids.length === 0) return
  throw new FailureError('worktree.busy', `Processes run in ${folder}: ${pids.join(', ')}.`, { path: folder })
}

/** An archive is never written over another one. */
async function freeName(path: string): Promise<string> {
  for (let n = 2, name = `${path}.tar.gz`; ; n++) {
    if ((await kindAt(name)) === null) return name
    name = `${path}-${n}.tar.gz`
  }
}

interface Waiting {
  resolve(bytes: number | null): void
  reject(error: Error): void
}

class RescueThread {
  private readonly waiting = new Map<number, Waiting>()
  private worker: Worker | null = null
  private asked = 0
  closed = false

  ask(task: RescueTask): Promise<number | null> {
    if (this.closed) return Promise.reject(closing())
    return new Promise((resolve, reject) => {
      const id = ++this.asked
      this.waiting.set(id, { resolve, reject })
      this.worker ??= this.start()
      this.worker.ref()
      this.worker.postMessage({ id, task: plain(task) } satisfies AskedRescue)
    })
  }

  close(): void {
    this.closed = true
    const { worker } = this
    this.fail(closing())
    void worker?.terminate()
  }

  private start(): Worker {
    const worker = new Worker(workerFile())
    worker.on('message', (message: AnsweredRescue) => this.take(message))
    worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))))
    return worker
  }

  private take(message: AnsweredRescue): void {
    const waiting = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    // It keeps no process alive that has nothing else to do.
    if (this.waiting.size === 0) this.worker?.unref()
    if ('bytes' in message) waiting?.resolve(message.bytes)
    else if ('failure' in message) {
      const { code, message: text, ...facts } = message.failure
      waiting?.reject(new FailureError(code, text, facts))
    } else waiting?.reject(new Error(message.bug))
  }

  private fail(error: Error): void {
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}

/** A row of the database carries more than a message has to. */
function plain(task: RescueTask): RescueTask {
  if (task.kind !== 'remove') return task
  const { threadId, path, branch, base, baseTree, parentFolder, commonDir, nonce } = task.record
  return { ...task, record: { threadId, path, branch, base, baseTree, parentFolder, commonDir, nonce } }
}

function closing(): FailureError {
  return new FailureError('conflict', 'The app is closing; this goes on at its next start.', { closing: true })
}

function checkoutOf(path: string): string {
  return path.slice(dirname(path).length + 1)
}

/** UTC, sortable, fit for a file name. */
function stamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]/g, '').slice(0, 15)
}

/** Beside the running bundle, or the source beside this one. */
function workerFile(): string {
  const folder = dirname(fileURLToPath(import.meta.url))
  const built = join(folder, 'rescue-worker.cjs')
  return existsSync(built) ? built : join(folder, 'rescue-worker.ts')
}
