// Writes a folder into one compressed file: all that is in it, and a manifest that says what that was.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { FailureError } from '../../../shared/contract/failure'
import { draftOf } from './archive-names'
import type { FolderEntry } from './folder-entry'
import { MANIFEST, MANIFEST_VERSION, type Manifest } from './manifest'
import { memberHeader, memberPadding, tarEnd } from './tar-stream'
import { type FoundEntry, walkFolder } from './walk-folder'

/** Fast: most of it is text that packs well, or packed already. */
const LEVEL = 3

/**
 * Writes an archive; it has its name only once all of it is on the disk. A draft an earlier attempt left is overwritten.
 *
 * @param roots the folders it holds, each under its name in the archive
 * @returns its size in bytes
 * @throws FailureError `conflict` when something cannot be kept, or changed while it was read
 */
export async function writeArchive(archive: string, roots: Readonly<Record<string, string>>): Promise<number> {
  const draft = draftOf(archive)
  await pipeline(Readable.from(bytesOf(roots)), createGzip({ level: LEVEL }), createWriteStream(draft, { mode: 0o600 }))
  await syncFile(draft)
  await rename(draft, archive)
  await syncFile(dirname(archive))
  return (await stat(archive)).size
}

async function* bytesOf(roots: Readonly<Record<string, string>>): AsyncGenerator<Buffer> {
  const manifest: Manifest = { version: MANIFEST_VERSION, roots: {} }
  for (const [name, folder] of Object.entries(roots)) {
    const entries: FolderEntry[] = []
    manifest.roots[name] = entries
    for await (const { identity: _identity, blocks: _blocks, ...entry } of walkFolder(folder)) {
      entries.push(entry)
      if (entry.type === 'other') continue
      yield memberHeader({
        name: entry.path === '' ? name : `${name}/${entry.path}`,
        type: entry.type,
        mode: entry.mode,
        size: entry.size,
        mtimeMs: Number(BigInt(entry.mtime) / 1_000_000n),
        target: entry.target,
      })
      if (entry.type === 'file') yield* fileBytes(join(folder, entry.path), entry)
    }
  }
  const text = Buffer.from(JSON.stringify(manifest))
  yield memberHeader({ name: MANIFEST, type: 'file', mode: 0o600, size: text.length, mtimeMs: 0, target: null })
  yield text
  yield memberPadding(text.length)
  yield tarEnd()
}

/** Notes the hash of what it gives out. */
async function* fileBytes(path: string, entry: Pick<FoundEntry, 'size' | 'sha256'>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let left = entry.size
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = chunk as Buffer
    left -= bytes.length
    if (left < 0) break
    hash.update(bytes)
    yield bytes
  }
  if (left !== 0) throw new FailureError('conflict', `${path} changed while it was archived`, { path })
  entry.sha256 = hash.digest('hex')
  yield memberPadding(entry.size)
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
