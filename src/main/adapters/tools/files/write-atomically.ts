import { randomBytes } from 'node:crypto'
import { mkdir, open, realpath, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ToolRefusal } from '../tool-refusal'
import { isCode } from './open-regular'
import type { Target } from './resolve-target'

export interface AtomicWrite {
  target: Target
  content: Uint8Array
  /** The permissions of the file that is replaced; null for a new one. */
  mode: number | null
  /** Called last before the new content takes the place of the old; throws when it must not. */
  beforeReplace(): Promise<void>
}

/**
 * Puts new content in a file's place in one step: whoever looks sees the old content or the new. A file that is replaced
 * keeps its permissions. Missing folders are made. Never writes through a link: the target's path is real, and that its
 * folder still is where it was is made sure of before anything is replaced.
 */
export async function writeAtomically({ target, content, mode, beforeReplace }: AtomicWrite): Promise<void> {
  const folder = dirname(target.real)
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `.tine-${randomBytes(8).toString('hex')}.tmp`)
  try {
    await writeNew(temporary, content, mode)
    if ((await realpath(folder)) !== folder) {
      throw new ToolRefusal(`A folder above ${target.shown} became a symbolic link meanwhile. Nothing was written.`)
    }
    await beforeReplace()
    await rename(temporary, target.real)
  } catch (error) {
    await unlinkIfThere(temporary)
    throw error
  }
}

async function writeNew(path: string, content: Uint8Array, mode: number | null): Promise<void> {
  const handle = await open(path, 'wx', mode ?? 0o666)
  try {
    // Once more: what the process masks when it makes a file is not masked here.
    if (mode !== null) await handle.chmod(mode)
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
}
