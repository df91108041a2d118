// Walks a folder without ever following a link or leaving its file system.
import type { BigIntStats } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { FolderEntry, Identity } from './folder-entry'

/** Files have no hash yet. */
export type FoundEntry = FolderEntry & { identity: Identity; blocks: number }

/**
 * Everything in a folder, itself first, every folder before what is in it, in a fixed order.
 *
 * @throws FailureError `conflict` for what could not be kept: another file system below it, a name that is not UTF-8
 */
export async function* walkFolder(folder: string): AsyncGenerator<FoundEntry> {
  const root = await lstat(folder, { bigint: true })
  if (!root.isDirectory()) throw new FailureError('conflict', `${folder} is not a folder`, { path: folder })
  const waiting = ['']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const absolute = path === '' ? folder : join(folder, path)
    const stat = path === '' ? root : await lstat(absolute, { bigint: true })
    if (stat.dev !== root.dev)
      throw new FailureError('conflict', `another file system is mounted at ${absolute}`, { path: absolute })
    yield await entryOf(absolute, path, stat)
    if (!stat.isDirectory()) continue
    const names = (await readdir(absolute, { encoding: 'buffer' })).map((name) => readableName(absolute, name))
    for (const name of names.sort().reverse()) waiting.push(path === '' ? name : `${path}/${name}`)
  }
}

/** One thing on the disk, links not followed. */
export async function entryOf(absolute: string, path: string, stat: BigIntStats): Promise<FoundEntry> {
  const type = stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : 'other'
  return {
    path,
    type,
    mode: Number(stat.mode & 0o7777n),
    size: type === 'file' ? Number(stat.size) : 0,
    mtime: String(stat.mtimeNs),
    target: type === 'link' ? await readlink(absolute) : null,
    sha256: null,
    identity: identityOf(stat),
    blocks: Number(stat.blocks),
  }
}

/** What tells this very thing from another one with its name, and from itself after a change. */
export function identityOf(stat: BigIntStats): Identity {
  return {
    dev: String(stat.dev),
    ino: String(stat.ino),
    mtime: String(stat.mtimeNs),
    size: String(stat.size),
    ctime: stat.nlink === 1n ? String(stat.ctimeNs) : null,
  }
}

function readableName(folder: string, bytes: Buffer): string {
  const name = bytes.toString('utf8')
  if (Buffer.from(name, 'utf8').equals(bytes)) return name
  throw new FailureError('conflict', `${join(folder, name)} has a name that is not UTF-8`, { path: folder })
}
