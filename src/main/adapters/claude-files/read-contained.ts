// Reading the small files of a project: only regular files that really lie in it, only up to a size.
import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Nobody writes settings, commands or notes of this size by hand. */
export const MAX_BYTES = 1024 * 1024
const MAX_ENTRIES = 500
const MAX_DEPTH = 6

/**
 * The text of a file below a root; null where there is none, where it is no regular file, lies elsewhere through a link,
 * or is larger than `MAX_BYTES`.
 */
export async function readContained(root: string, path: string): Promise<string | null> {
  try {
    const [base, real] = await Promise.all([realpath(root), realpath(join(root, path))])
    return real.startsWith(base + sep) ? await readRegular(real) : null
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** The text of a file of the person's own, wherever a link leads; null as above. */
export async function readOwn(path: string, maxBytes = MAX_BYTES): Promise<string | null> {
  try {
    return await readRegular(await realpath(path), maxBytes)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** @param real a real path: whoever puts a link in its place meanwhile gets nothing */
async function readRegular(real: string, maxBytes = MAX_BYTES): Promise<string | null> {
  // Without blocking: opening a named pipe would wait for somebody to write into it.
  const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const facts = await handle.stat()
    if (!facts.isFile() || facts.size > maxBytes) return null
    const text = await handle.readFile('utf8')
    return text.startsWith('\ufeff') ? text.slice(1) : text
  } finally {
    await handle.close()
  }
}

/** Paths (relative to the root, sorted) of the files below a folder whose names end as asked; links are not followed. */
export async function listContained(root: string, folder: string, ending: string): Promise<string[]> {
  const found: string[] = []
  await collect(root, join(root, folder), ending, found, 0)
  return found.sort()
}

async function collect(root: string, folder: string, ending: string, found: string[], depth: number): Promise<void> {
  if (depth > MAX_DEPTH || found.length >= MAX_ENTRIES) return
  try {
    if (!(await lstat(folder)).isDirectory()) return
    const entries = await readdir(folder, { withFileTypes: true })
    // Sorted before the limit cuts: which files are seen must not depend on the order of a directory.
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await collect(root, path, ending, found, depth + 1)
      else if (entry.isFile() && entry.name.endsWith(ending) && found.length < MAX_ENTRIES)
        found.push(relative(root, path).split(sep).join('/'))
    }
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EISDIR', 'ENXIO'])

/** Whether an error only says that there is nothing to read. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && ABSENT.has(error.code)
}
