// File names a shell pattern becomes, as far as they need to be known to say where they lead.
import { readdir } from 'node:fs/promises'
import { isAbsolute, join, parse } from 'node:path'
import { compileGlob, globMatches } from '../../../core/permission/glob'

const MAX_NAMES = 500

/**
 * The paths a pattern stands for, relative to `base`.
 *
 * @returns none when nothing matches (the shell then takes the pattern as it is); null when there are too many to look
 *   at, or the pattern is one the shell reads otherwise
 */
export async function expandGlob(base: string, pattern: string): Promise<string[] | null> {
  if (/\[[:.=]|[()\\{}]/.test(pattern)) return null
  const root = isAbsolute(pattern) ? parse(pattern).root : ''
  let found = [root]
  for (const part of pattern.slice(root.length).split('/')) {
    if (part === '') continue
    if (!/[*?[]/.test(part)) {
      found = found.map((path) => append(path, part))
      continue
    }
    const next: string[] = []
    const tokens = compileGlob(part)
    for (const path of found) {
      for (const name of await namesIn(isAbsolute(path) ? path : join(base, path))) {
        if (globMatches(tokens, name)) next.push(append(path, name))
        if (next.length > MAX_NAMES) return null
      }
    }
    found = next
  }
  return found
}

/** Joined without cleaning: `..` after a link means something else than text suggests. */
function append(path: string, part: string): string {
  return path === '' || path.endsWith('/') ? `${path}${part}` : `${path}/${part}`
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
    // A folder that is none, or closed to us, is closed to the shell as well.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM' || code === 'ELOOP') return []
    throw error
  }
}
