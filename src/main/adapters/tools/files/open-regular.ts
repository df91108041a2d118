import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { ToolRefusal } from '../tool-refusal'
import type { Target } from './resolve-target'

// Not to follow a link that took the file's place since it was resolved, nor to wait for the other end of a named pipe.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a resolved regular file for reading and hands it to `use`; closes it in any case. Refuses what is no regular
 * file, and a path a folder of which became a link after it was resolved.
 */
export async function withRegularFile<T>(target: Target, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await openForReading(target)
  try {
    const stat = await handle.stat()
    if (stat.isDirectory()) throw new ToolRefusal(`${target.shown} is a folder. Use glob to see what it holds.`)
    if (!stat.isFile()) throw new ToolRefusal(`${target.shown} is not a regular file.`)
    await requireSamePlace(target)
    return await use(handle)
  } finally {
    await handle.close()
  }
}

async function openForReading(target: Target): Promise<FileHandle> {
  try {
    return await open(target.real, FLAGS)
  } catch (error) {
    if (isCode(error, 'ELOOP') || isCode(error, 'EMLINK')) throw movedRefusal(target)
    // A socket; a folder on systems that do not open them.
    if (isCode(error, 'ENXIO')) throw new ToolRefusal(`${target.shown} is not a regular file.`)
    throw error
  }
}

/** Throws a `ToolRefusal` when links lead a resolved path somewhere else by now. */
export async function requireSamePlace(target: Pick<Target, 'real' | 'shown'>): Promise<void> {
  if ((await realpath(target.real)) !== target.real) throw movedRefusal(target)
}

function movedRefusal(target: Pick<Target, 'shown'>): ToolRefusal {
  return new ToolRefusal(`${target.shown} became a symbolic link while it was being opened. Nothing was done.`)
}

/** Whether an error is the system's error of that code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
