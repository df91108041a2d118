// A file a thread is about to change: what it holds now, and whether the thread knows that.
import type { Stats } from 'node:fs'
import { type FileHandle, lstat } from 'node:fs/promises'
import type { ToolContext } from '../../../services/ports/tools'
import { REMEMBERED_BYTES } from '../limits'
import { grouped } from '../text/well-formed'
import { ToolRefusal } from '../tool-refusal'
import { isCode } from './open-regular'
import type { Target } from './resolve-target'

/** Refuses a file the thread has not read here, and one that is not any more what it has read. */
export function requireKnown(target: Target, context: ToolContext, hash: string): void {
  const known = context.reads.get(target.real)
  const where = target.mapped === null ? '' : ' in its own folder'
  if (known === undefined) {
    throw new ToolRefusal(
      `${target.shown} exists and this thread has not read it${where}. Read it with the read tool first. Nothing was changed.`,
    )
  }
  if (known !== hash) {
    throw new ToolRefusal(
      `${target.shown} has changed since this thread read it. Read it again first. Nothing was changed.`,
    )
  }
}

/** Refuses a file too large for its content to have been remembered. */
export function requireRemembered(target: Target, size: number): void {
  if (size <= REMEMBERED_BYTES) return
  throw new ToolRefusal(
    `${target.shown} has ${grouped(size)} bytes, too many to be changed with this tool. Nothing was changed.`,
  )
}

/** A check that nobody else changed the open file up to the moment it is replaced. */
export async function changeGuard(target: Target, handle: FileHandle): Promise<() => Promise<void>> {
  const before = await handle.stat()
  return async () => {
    if (!sameState(before, await statOrNull(target.real)))
      throw new ToolRefusal(
        `${target.shown} was changed by someone else at the same moment. Read it again. Nothing was changed.`,
      )
  }
}

/** A check that a new file's place is still free. */
export function absenceGuard(target: Target): () => Promise<void> {
  return async () => {
    if ((await statOrNull(target.real)) !== null)
      throw new ToolRefusal(
        `${target.shown} was made by someone else at the same moment. Read it first. Nothing was changed.`,
      )
  }
}

function sameState(a: Stats, b: Stats | null): boolean {
  return b !== null && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs
}

/** What is at a path, a link itself included; null when nothing is. */
export async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}
