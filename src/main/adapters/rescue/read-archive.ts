// Reads an archive as a whole, and believes its manifest only as far as its bytes agree with it.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { FailureError } from '../../../shared/contract/failure'
import type { FolderEntry } from './folder-entry'
import { MANIFEST, type Manifest, manifestSchema } from './manifest'
import { readTar, type TarMember } from './tar-stream'

type Seen = Pick<FolderEntry, 'type' | 'mode' | 'size' | 'target' | 'sha256'>

/**
 * Reads every byte of an archive.
 *
 * @param use gets each member but the manifest; what it does not consume is read all the same
 * @returns the manifest, which agrees with what was read
 * @throws FailureError `conflict` when the archive is damaged
 */
export async function readArchive(
  archive: string,
  use: (member: TarMember, bytes: AsyncIterable<Buffer>) => Promise<void> = drain,
): Promise<Manifest> {
  const seen = new Map<string, Seen>()
  let manifest: Manifest | null = null
  const source = createReadStream(archive, { highWaterMark: 256 * 1024 })
  const plain = source.on('error', (error) => plain.destroy(error)).pipe(createGunzip())
  try {
    await readTar(plain, async (member, bytes) => {
      if (member.name === MANIFEST) manifest = parseManifest(archive, await textOf(bytes))
      else seen.set(member.name, await watched(member, bytes, use))
    })
  } catch (error) {
    throw asDamage(archive, error)
  } finally {
    source.destroy()
    plain.destroy()
  }
  if (manifest === null) throw damaged(archive, 'its manifest is missing')
  requireAgreement(archive, manifest, seen)
  return manifest
}

async function watched(
  { type, mode, size, target, ...member }: TarMember,
  bytes: AsyncIterable<Buffer>,
  use: (member: TarMember, bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Seen> {
  const hash = createHash('sha256')
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      hash.update(chunk)
      yield chunk
    }
  }
  await use({ type, mode, size, target, ...member }, hashed())
  return { type, mode, size, target, sha256: type === 'file' ? hash.digest('hex') : null }
}

async function drain(_member: TarMember, bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

function requireAgreement(archive: string, manifest: Manifest, seen: ReadonlyMap<string, Seen>): void {
  let listed = 0
  for (const [root, entries] of Object.entries(manifest.roots))
    for (const entry of entries) {
      if (entry.type === 'other') continue
      listed += 1
      const name = entry.path === '' ? root : `${root}/${entry.path}`
      const found = seen.get(name)
      const agrees =
        found?.type === entry.type &&
        found.mode === entry.mode &&
        found.size === entry.size &&
        found.target === entry.target &&
        found.sha256 === entry.sha256
      if (!agrees) throw damaged(archive, `${name} is not what its manifest says`)
    }
  if (listed !== seen.size) throw damaged(archive, 'it holds what its manifest does not name')
}

function parseManifest(archive: string, text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    throw damaged(archive, `its manifest cannot be read (${error instanceof Error ? error.name : 'unknown'})`)
  }
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** What the decompressor or the parser says of bytes that are none of ours; errors of the system stay what they are. */
function asDamage(archive: string, error: unknown): unknown {
  if (error instanceof FailureError || !(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(Z_|TAR_|ERR_)/.test(code) ? damaged(archive, error.message) : error
}

function damaged(archive: string, why: string): FailureError {
  return new FailureError('conflict', `The archive ${archive} is damaged: ${why}`, { path: archive })
}
