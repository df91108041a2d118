// Turning a page into Markdown on a thread of its own, within bounds.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../services/ports/clock'
import { ToolRefusal } from '../tools/tool-refusal'
import type { PageText } from './page-markdown'

export interface PageToConvert {
  html: string
  base: string
}

export type ConvertedPage = { page: PageText } | { problem: string }

const MEMORY_MB = 512

/**
 * @param ms how long it may take
 * @throws ToolRefusal where the page is too much for it, the signal's reason when it was aborted
 */
export async function convertPage(
  page: PageToConvert,
  clock: Clock,
  ms: number,
  signal: AbortSignal,
): Promise<PageText> {
  signal.throwIfAborted()
  const worker = new Worker(workerFile(), {
    workerData: page,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ConvertedPage>()
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ problem: 'it takes too much memory' }) : reject(error),
  )
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const cancel = clock.after(ms, () => resolve({ problem: `it takes longer than ${ms / 1000} seconds` }))
  try {
    const converted = await promise
    if ('page' in converted) return converted.page
    throw new ToolRefusal(`The page at ${page.base} could not be turned into text: ${converted.problem}.`)
  } finally {
    cancel()
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

/** Beside the running bundle, or the source beside this one. */
function workerFile(): string {
  const folder = dirname(fileURLToPath(import.meta.url))
  const built = join(folder, 'page-markdown-worker.cjs')
  return existsSync(built) ? built : join(folder, 'page-markdown-worker.ts')
}
