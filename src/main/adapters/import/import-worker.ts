// The other thread of the import: it reads files and makes rows of them, so that the loop of the host stays free.
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { DraftRow } from '../../../core/import/draft-rows'
import { FailureError } from '../../../shared/contract/failure'
import { systemClock } from '../system/clock'
import { createIdSource } from '../system/ids'
import type { AnsweredFile, AskedFile, FileTask } from './import-messages'
import { listTranscripts } from './list-transcripts'
import { readBundle } from './read-bundle'
import { readTranscript } from './read-transcript'

/** So many characters of rows make a message, about. */
const BATCH_CHARS = 1024 * 1024
const GZIP = [0x1f, 0x8b] as const

const ids = createIdSource(systemClock)
const context = {
  mint: ids.next,
  hash: (text: string) => createHash('sha256').update(text).digest('hex'),
}

parentPort?.on('message', async ({ id, task }: AskedFile) => {
  let answered: AnsweredFile
  try {
    answered = await perform(id, task)
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : failureOfFile(error)
    answered = failure
      ? { id, failure }
      : { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answered)
})

async function perform(id: number, task: FileTask): Promise<AnsweredFile> {
  if (task.kind === 'list') return { id, found: await listTranscripts(task.folder) }
  const { path } = task
  const facts = await stat(path)
  if (!facts.isFile()) throw new FailureError('invalid_input', `${basename(path)} is no file.`, { path })
  const batch = new Batch(id)
  const emit = (row: DraftRow) => batch.add(row)
  const read = (await isCompressed(path))
    ? await readBundle(path, context, emit)
    : await readTranscript(path, context, emit)
  batch.send()
  return { id, read }
}

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === GZIP[0] && buffer[1] === GZIP[1]
  } finally {
    await file.close()
  }
}

class Batch {
  private rows: DraftRow[] = []
  private chars = 0

  private readonly id: number

  constructor(id: number) {
    this.id = id
  }

  add(row: DraftRow): void {
    this.rows.push(row)
    this.chars += 200 + sizeOf(row)
    if (this.chars > BATCH_CHARS) this.send()
  }

  send(): void {
    if (this.rows.length > 0) parentPort?.postMessage({ id: this.id, rows: this.rows } satisfies AnsweredFile)
    this.rows = []
    this.chars = 0
  }
}

function sizeOf({ row, value }: DraftRow): number {
  if (row === 'block') return value.json.length
  if (row === 'call') return value.resultJson.length
  if (row === 'output') return value.text.length
  return row === 'item' && 'text' in value.item ? value.item.text.length : 500
}

/** What the disk says about a file a person named. */
function failureOfFile(error: unknown) {
  const { code, message } =
    error instanceof Error
      ? { code: 'code' in error ? error.code : null, message: error.message }
      : { code: null, message: '' }
  const known = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EIO']
  return typeof code === 'string' && known.includes(code)
    ? { code: 'invalid_input' as const, message: `The file cannot be read: ${message}.` }
    : null
}
