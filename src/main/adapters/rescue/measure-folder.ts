// What a folder takes on the disk.
import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsent } from '../git/presence'

/** How many things are looked at at once. */
const AT_ONCE = 64

/**
 * Bytes a folder takes, as the file system counts them: a file with several names counts once. Links and other file
 * systems are not followed; what cannot be read, or vanishes meanwhile, is left out.
 *
 * @returns null where nothing is
 */
export async function measureFolder(folder: string): Promise<number | null> {
  const root = await statOrNull(folder)
  if (root === null) return null
  let bytes = root.blocks * 512
  const seen = new Set<number>()
  const waiting = root.isDirectory() ? [folder] : []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const names = await namesOrNone(path)
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const some = names.slice(at, at + AT_ONCE).map((name) => join(path, name))
      for (const [n, stat] of (await Promise.all(some.map(statOrNull))).entries()) {
        if (stat === null || stat.dev !== root.dev) continue
        if (stat.isDirectory()) waiting.push(some[n] ?? path)
        else if (stat.nlink > 1 && seen.has(stat.ino)) continue
        else if (stat.nlink > 1) seen.add(stat.ino)
        bytes += stat.blocks * 512
      }
    }
  }
  return bytes
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isAbsent(error) || isForbidden(error)) return null
    throw error
  }
}

async function namesOrNone(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isAbsent(error) || isForbidden(error)) return []
    throw error
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
}
