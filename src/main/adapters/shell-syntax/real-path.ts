// Where a path really leads, also where it does not exist yet.
import { lstat, readlink, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, parse, sep } from 'node:path'

/** Links followed by hand (those that point nowhere); more is a circle. */
const MAX_LINKS = 40

/**
 * Follows every link of a path, part by part as the system does: `..` after a link leaves the place the link leads to.
 * Parts that do not exist stay as they are written.
 *
 * @param base an absolute path, for a relative `path`
 * @returns the absolute real path; null when links go in a circle
 */
export async function realPlace(base: string, path: string): Promise<string | null> {
  const start = isAbsolute(path) ? parse(path).root : base
  const rest = isAbsolute(path) ? path.slice(parse(path).root.length) : path
  return follow(start, rest.split(sep === '\\' ? /[\\/]/ : '/'), { links: MAX_LINKS })
}

async function follow(start: string, parts: string[], budget: { links: number }): Promise<string | null> {
  let place = await realOrSame(start)
  for (const [i, part] of parts.entries()) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      place = dirname(place)
      continue
    }
    const next = join(place, part)
    const target = await danglingTarget(next)
    if (target === null) {
      place = await realOrSame(next)
      continue
    }
    if (budget.links-- <= 0) return null
    const from = isAbsolute(target) ? parse(target).root : place
    const through = target.split(/[\\/]/)
    return follow(from, [...through, ...parts.slice(i + 1)], budget)
  }
  return place
}

/** The real path of what exists; of what does not (or cannot be looked at) the path itself. */
async function realOrSame(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (isMissing(error)) return path
    throw error
  }
}

/** Where a link leads whose end does not exist: writing through it would create that end. */
async function danglingTarget(path: string): Promise<string | null> {
  try {
    if (!(await lstat(path)).isSymbolicLink()) return null
    await realpath(path)
    return null
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    return await readlink(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' && /^(?:ENOENT|ENOTDIR|EACCES|EPERM|ELOOP|ENAMETOOLONG|EINVAL)$/.test(code)
}
