// Owns the cache of what tests need and a checkout does not hold: outside every repository, shared by all checkouts of a person.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** `$XDG_CACHE_HOME/tine-tests`, else `~/.cache/tine-tests`. */
export function cacheRoot() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tine-tests')
}

/**
 * The folder cached under `key`, made by `make` when it is not there. What is there is whole: it is made aside and moved into place, so
 * a run that was killed leaves nothing half done, and of two runs at once one wins.
 * @param {string} key names everything the content depends on
 * @param {(folder: string) => Promise<void>} make fills an empty folder
 */
export async function cachedFolder(key, make) {
  const folder = join(cacheRoot(), key)
  if (existsSync(folder)) return folder
  await mkdir(cacheRoot(), { recursive: true })
  const aside = await mkdtemp(join(cacheRoot(), '.making-'))
  try {
    await make(aside)
    await rename(aside, folder)
  } catch (error) {
    const lost = (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') && existsSync(folder)
    if (!lost) throw error
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return folder
}
