// Reading the small files of a project: only regular files that really lie in it, only up to a size.
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const MAX_BYTES = 1024 * 1024
const MAX_ENTRIES = 500
const MAX_DEPTH = 6

/**
 * The text of a file below a root; null where there is none, where it is no regular file, lies elsewhere through a link,
 * or is larger than a megabyte (nobody writes settings of that size by hand).
 */
export async function readContained(root: string, path: string): Promise<string | null> {
  try {
    const real = await realpath(join(root, path))
    if (real !== root && !real.startsWith(root + sep)) return null
    const handle = await open(real, 'r')
    try {
      const facts = await handle.stat()
      return facts.isFile() && facts.size <= MAX_BYTES ? await handle.readFile('utf8') : null
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
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
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await collect(root, path, ending, found, depth + 1)
      else if (entry.isFile() && entry.name.endsWith(ending) && found.length < MAX_ENTRIES)
        found.push(relative(root, path).split(sep).join('/'))
    }
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'EISDIR'])

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && ABSENT.has(error.code)
}
