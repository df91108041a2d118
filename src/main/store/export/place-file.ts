// A file that is there only when it is whole: written beside its place, made durable, and moved there.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'

/**
 * Writes a file through a draft in the same folder. Nothing is left of it when `write` throws.
 *
 * @throws FailureError `conflict` for a place that is taken
 */
export async function placeFile(
  path: string,
  overwrite: boolean,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  await requireFree(path, overwrite)
  const draft = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.part`)
  const file = await open(draft, 'wx', 0o600)
  try {
    try {
      await write(file)
      await file.sync()
    } finally {
      await file.close()
    }
    if (overwrite) await rename(draft, path)
    else await settle(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

async function requireFree(path: string, overwrite: boolean): Promise<void> {
  const there = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (there === null || (overwrite && there.isFile())) return
  throw taken(path, there.isFile())
}

/** Also a file that came there meanwhile is left alone. */
async function settle(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EEXIST') throw taken(path, true)
    // Some file systems know no second name of a file.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') throw error
    await copyFile(draft, path, constants.COPYFILE_EXCL)
  }
}

function taken(path: string, isFile: boolean): FailureError {
  const what = isFile ? 'There is a file' : 'There is something that is no file'
  return new FailureError('conflict', `${what} at ${path} already; nothing was written.`, { path, exists: true })
}
