// The journal of a merge: what was before and what is to be, on the disk before the first file is touched.
import { mkdir, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isAbsent } from './presence'

const blob = z.object({ mode: z.string(), id: z.string() }).nullable()

const journalSchema = z.object({
  version: z.literal(1),
  threadId: z.string(),
  /** The checkout that changes, and its git folder. */
  folder: z.string(),
  gitDir: z.string(),
  commonDir: z.string(),
  /** What moves from `head` to `commit`, last of all; null for a patch. */
  move: z.object({ ref: z.string(), head: z.string(), commit: z.string() }).nullable(),
  index: z.array(z.object({ path: z.string(), before: blob, after: blob })),
  /** Whether each file is there before and after; the bytes lie beside the journal. */
  files: z.array(z.object({ path: z.string(), before: z.boolean(), after: z.boolean() })),
  /** Folders that never go, even when nothing is left in them. */
  keep: z.array(z.string()),
  /** Part of the names of the files that are written beside others before they take their place. */
  token: z.string(),
})
export type MergeJournal = z.infer<typeof journalSchema>

const FILE = 'journal.json'

/** Where the merge of a thread keeps its journal and the bytes it is about. */
export function stageOf(dataDir: string, threadId: string): string {
  return join(dataDir, 'merging', threadId)
}

/** Makes an empty stage. One that is there without a journal was left before anything was touched. */
export async function newStage(dataDir: string, threadId: string): Promise<string> {
  const stage = stageOf(dataDir, threadId)
  await rm(stage, { recursive: true, force: true })
  await mkdir(stage, { recursive: true, mode: 0o700 })
  return realpath(stage)
}

/** Stores the journal, whole or not at all; afterwards it survives the machine. */
export async function writeJournal(stage: string, journal: MergeJournal): Promise<void> {
  const draft = join(stage, `${FILE}.new`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(journal))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(stage, FILE))
}

/** Takes a stage away, its journal first: what has no journal is done with. */
export async function removeStage(stage: string): Promise<void> {
  await rm(join(stage, FILE), { force: true })
  await rm(stage, { recursive: true, force: true })
}

/** Every stage with its journal; null where it has none that can be read. */
export async function openJournals(dataDir: string): Promise<{ stage: string; journal: MergeJournal | null }[]> {
  const folder = join(dataDir, 'merging')
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  return Promise.all(
    names.map(async (name) => {
      const stage = join(folder, name)
      return { stage, journal: await readJournal(stage) }
    }),
  )
}

async function readJournal(stage: string): Promise<MergeJournal | null> {
  try {
    return journalSchema.parse(JSON.parse(await readFile(join(stage, FILE), 'utf8')))
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}
