// Unpacks an archive: everything as it was, modes and times included. What is there from an attempt that was cut off is replaced.
import { createWriteStream } from 'node:fs'
import { chmod, lutimes, mkdir, symlink, unlink, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FailureError } from '../../../shared/contract/failure'
import { isAbsent, kindAt } from '../git/presence'
import type { FolderEntry } from './folder-entry'
import { readArchive } from './read-archive'
import type { TarMember } from './tar-stream'

/**
 * Unpacks folders of an archive.
 *
 * @param targets where the folder of each name goes; each is ours alone
 * @throws FailureError `conflict` when the archive is damaged
 */
export async function unpackArchive(archive: string, targets: Readonly<Record<string, string>>): Promise<void> {
  const made = new Set<string>()
  const manifest = await readArchive(archive, async (member, bytes) => {
    const path = pathFor(member.name, targets)
    if (path === null) await skip(bytes)
    else await place(member, bytes, path, made)
  })
  for (const [root, target] of Object.entries(targets)) {
    const entries = manifest.roots[root]
    if (entries === undefined) throw new FailureError('conflict', `The archive ${archive} holds no ${root}`)
    // What is in a folder first: writing into it would change its time, and may need a right that its mode takes away.
    for (const entry of [...entries].reverse()) await finish(join(target, entry.path), entry)
  }
}

/** @param made the folders made or entered so far: nothing is placed anywhere else, so that no link leads astray */
async function place(member: TarMember, bytes: AsyncIterable<Buffer>, path: string, made: Set<string>): Promise<void> {
  const isRoot = made.size === 0 || !member.name.includes('/')
  if (!isRoot && !made.has(dirname(path))) throw astray(member.name)
  if (member.type === 'folder') {
    if ((await kindAt(path)) !== 'folder') await mkdir(path, { recursive: isRoot })
    await chmod(path, 0o700)
    made.add(path)
    return
  }
  await removeFile(path)
  if (member.type === 'link') await symlink(member.target ?? '', path)
  else await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}

/** A link goes itself, never what it points to. */
async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

async function skip(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

/** Null for what nobody asked for. Never outside of a target, whatever a name says. */
function pathFor(name: string, targets: Readonly<Record<string, string>>): string | null {
  const [root = '', ...rest] = name.split('/')
  const target = targets[root]
  if (target === undefined) return null
  if (rest.some((part) => part === '' || part === '.' || part === '..')) throw astray(name)
  return join(target, ...rest)
}

function astray(name: string): FailureError {
  return new FailureError('conflict', `The archive names a place outside of itself: ${name}`)
}

async function finish(path: string, entry: FolderEntry): Promise<void> {
  const seconds = Number(entry.mtime) / 1_000_000_000
  if (entry.type === 'other') return
  if (entry.type === 'link') {
    await lutimes(path, seconds, seconds)
    return
  }
  await chmod(path, entry.mode)
  await utimes(path, seconds, seconds)
}
