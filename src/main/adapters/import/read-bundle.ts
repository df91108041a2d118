// A bundle, from its bytes to the rows of a session: nothing of it counts before its last line was read.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import { BUNDLE_NAME, BUNDLE_VERSION } from '../../../core/export/bundle-format'
import { BrokenHistory } from '../../../core/import/check-history'
import type { DraftRow } from '../../../core/import/draft-rows'
import { objectOf } from '../../../core/import/transcript-entry'
import type { Hash } from '../../../core/wire/wire-snapshot'
import { FailureError } from '../../../shared/contract/failure'
import type { IdKind } from '../../../shared/domain/format-id'
import type { ReadSession } from '../../services/ports/session-files'
import { BundleRows } from './bundle-rows'
import { bundleEnd, bundleHeader, bundleRow } from './bundle-schema'
import { linesOf } from './read-lines'

/** Whatever a small file unpacks to. */
const MOST_BYTES = 2 * 1024 ** 3
const MOST_LINES = 5_000_000

interface BundleContext {
  mint(kind: IdKind): string
  hash: Hash
}

/** @throws FailureError `invalid_input` with what is wrong with it; `store.newer` for a later version */
export async function readBundle(
  path: string,
  context: BundleContext,
  emit: (row: DraftRow) => void,
): Promise<ReadSession> {
  const source = createReadStream(path)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unpacked)
  try {
    return await readRows(unpacked, context, emit)
  } catch (error) {
    throw failureOf(error, path)
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

/** What a bundle says that cannot be. */
class BrokenBundle extends Error {
  override readonly name = 'BrokenBundle'
}

async function readRows(
  bytes: AsyncIterable<unknown>,
  context: BundleContext,
  emit: (row: DraftRow) => void,
): Promise<ReadSession> {
  const rows = new BundleRows(context, emit)
  const sum = createHash('sha256')
  let [lines, total] = [0, 0]
  let ended = false
  for await (const { n, text } of linesOf(bytes)) {
    total += text?.length ?? 0
    if (text === null || total > MOST_BYTES || lines > MOST_LINES)
      throw new BrokenBundle('it unpacks to more than is read')
    if (ended) throw new BrokenBundle('something stands behind its end')
    const value = parse(text, n)
    if (lines === 0) checkHeader(value)
    const end = value.end === true ? bundleEnd.parse(value) : null
    if (end) {
      if (end.lines !== lines || end.sha256 !== sum.digest('hex')) throw new BrokenBundle('its hash is another one')
      ended = true
      continue
    }
    if (lines > 0) rows.add(bundleRow.parse(value))
    sum.update(`${text}\n`)
    lines++
  }
  if (!ended) throw new BrokenBundle('its end is missing')
  return { format: 'bundle', ...rows.finish(), skippedLines: 0, skipped: [] }
}

function parse(text: string, n: number): Record<string, unknown> {
  try {
    const value = objectOf(JSON.parse(text))
    if (value) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new BrokenBundle(`line ${n} is no object`)
}

function checkHeader(value: Record<string, unknown>): void {
  if (value.bundle !== BUNDLE_NAME) throw new BrokenBundle('it is none')
  const { version } = bundleHeader.parse(value)
  if (version > BUNDLE_VERSION)
    throw new FailureError('store.newer', 'This bundle was written by a newer version of Tine.', { version })
}

/** Bugs stay bugs; everything else is what is wrong with the file. */
function failureOf(error: unknown, path: string): unknown {
  if (error instanceof FailureError) return error
  const reason = reasonOf(error)
  if (reason === null) return error
  return new FailureError('invalid_input', `${basename(path)} cannot be imported: ${reason}. Nothing of it was.`, {
    path,
  })
}

function reasonOf(error: unknown): string | null {
  if (error instanceof BrokenBundle || error instanceof BrokenHistory) return error.message
  if (!(error instanceof Error)) return null
  if (error.name === 'ZodError' && 'issues' in error) {
    const [issue] = error.issues as { path: PropertyKey[]; message: string }[]
    return `a row is not what it should be (${issue?.path.map(String).join('.')}: ${issue?.message})`
  }
  const code = 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_') ? 'it is damaged, or cut off' : null
}
