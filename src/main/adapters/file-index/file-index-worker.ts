// The other thread of the file index: it keeps the listings of the folders asked about last, and ranks them.
import { parentPort, workerData } from 'node:worker_threads'
import { rankPaths } from '../../../core/files/rank-paths'
import type { FileQuestion, FoundFiles } from '../../services/ports/file-index'
import type { AnsweredFiles, AskedFiles, IndexThreadData } from './index-messages'
import { type Listing, listFiles } from './list-files'

/** As long as a person types one name, the folder is listed once. */
const FRESH_MS = 3_000
/** Up to this age a listing still answers, while a new one is made. */
const USABLE_MS = 120_000
const KEPT_FOLDERS = 4

interface Kept {
  at: number
  listing: Listing
}

const { rgPath, env } = workerData as IndexThreadData
const kept = new Map<string, Kept>()
const underWay = new Map<string, Promise<Listing>>()

parentPort?.on('message', async ({ id, question }: AskedFiles) => {
  let answered: AnsweredFiles
  try {
    answered = { id, found: await find(question) }
  } catch (error) {
    answered = { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answered)
})

async function find({ folder, query, limit }: FileQuestion): Promise<FoundFiles> {
  const { paths, cut } = await listingOf(folder)
  return { ...rankPaths(paths, query, limit), cut }
}

function listingOf(folder: string): Listing | Promise<Listing> {
  const known = kept.get(folder)
  const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY
  const next = age > FRESH_MS ? list(folder) : null
  return known && (next === null || age < USABLE_MS) ? known.listing : (next ?? list(folder))
}

function list(folder: string): Promise<Listing> {
  const running = underWay.get(folder)
  if (running) return running
  const listing = listFiles(rgPath, folder, env).then((made) => {
    underWay.delete(folder)
    kept.delete(folder)
    kept.set(folder, { at: Date.now(), listing: made })
    for (const oldest of [...kept.keys()].slice(0, -KEPT_FOLDERS)) kept.delete(oldest)
    return made
  })
  underWay.set(folder, listing)
  return listing
}
