// The other thread of an export: one reading transaction from its beginning to its end, so that what it writes belongs together.
import { createHash } from 'node:crypto'
import { type FileHandle, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createGzip } from 'node:zlib'
import Database from 'better-sqlite3'
import type { BundleEnd } from '../../../core/export/bundle-format'
import { FailureError } from '../../../shared/contract/failure'
import { SkippedRows, WriteGate } from '../connection'
import { connectionOptions } from '../native-binding'
import type { SessionRecord } from '../records'
import { unreadable } from '../store-failure'
import { openTables, type Tables } from '../tables/tables'
import { bundleRows, headerLine } from './bundle-lines'
import type { AnsweredExport, ExportRequest, ExportThreadData } from './export-messages'
import { markdownParts } from './markdown-parts'
import { placeFile } from './place-file'

const { databasePath, request } = workerData as ExportThreadData

/** Whoever waits for the answer ends this thread when it has come. */
async function main(): Promise<void> {
  let answered: AnsweredExport
  try {
    answered = { bytes: await write(request) }
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : failureOfDisk(error, request.path)
    answered = failure ? { failure } : { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answered)
}

async function write({
  sessionId,
  path,
  format,
  overwrite,
  projectName,
  outputsDir,
  at,
}: ExportRequest): Promise<number> {
  const db = new Database(databasePath, { ...connectionOptions(), readonly: true, fileMustExist: true })
  const skipped = new SkippedRows()
  try {
    db.exec('BEGIN')
    const tables = openTables({ db, gate: new WriteGate(), skipped })
    const session = tables.sessions.get(sessionId)
    if (!session) throw new FailureError('not_found', `There is no session ${sessionId}.`, { sessionId })
    await placeFile(path, overwrite, (file) =>
      format === 'markdown'
        ? writeMarkdown(file, tables, session, projectName)
        : writeBundle(file, tables, session, outputsDir, at).then(() => {
            const [row] = skipped.list()
            // What is missing without a word would be missed on another machine.
            if (row) throw unreadable(databasePath, `a row of ${row.table} cannot be read`)
          }),
    )
    return (await stat(path)).size
  } finally {
    db.close()
  }
}

async function writeMarkdown(file: FileHandle, tables: Tables, session: SessionRecord, project: string): Promise<void> {
  await pipeline(Readable.from(markdownParts(tables, session, project)), into(file))
}

async function writeBundle(
  file: FileHandle,
  tables: Tables,
  session: SessionRecord,
  outputsDir: string,
  at: number,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    const sum = createHash('sha256')
    let count = 0
    const line = (text: string) => {
      count++
      sum.update(`${text}\n`)
      return `${text}\n`
    }
    yield line(headerLine(at))
    for await (const row of bundleRows(tables, session, outputsDir)) yield line(JSON.stringify(row))
    yield `${JSON.stringify({ end: true, lines: count, sha256: sum.digest('hex') } satisfies BundleEnd)}\n`
  }
  await pipeline(Readable.from(lines()), createGzip(), into(file))
}

/** Writes behind what stands in a file; whoever opened it closes it. */
function into(file: FileHandle) {
  return async (pieces: AsyncIterable<string | Uint8Array>): Promise<void> => {
    for await (const piece of pieces) await file.writeFile(piece)
  }
}

/** What the disk said about the place a person named. */
function failureOfDisk(error: unknown, path: string) {
  if (!(error instanceof Error) || !('code' in error)) return null
  const { code } = error
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return { code: 'store.full' as const, message: 'The disk is full; nothing was written.', path }
  const refused = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG', 'EISDIR', 'ELOOP', 'EIO']
  if (typeof code !== 'string' || !refused.includes(code)) return null
  return { code: 'invalid_input' as const, message: `Nothing can be written to ${path} (${code}).`, path }
}

void main()
