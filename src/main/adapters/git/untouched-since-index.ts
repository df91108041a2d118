// Git looks into a file whose time is not older than its index, and without its filter such a file looks changed. Its size and
// times tell that it is not.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitAt } from './git-at'
import { joinNul, nameOf } from './nul-list'
import { isAbsent } from './presence'

/**
 * Leaves out of a list of changed files those that only look changed because a filter is switched off here: they have one of
 * these filters, and are what the index saw.
 */
export async function withoutUntouched(git: GitAt, changed: Uint8Array[]): Promise<Uint8Array[]> {
  if (git.silenced.length === 0 || changed.length === 0) return changed
  const filtered = await filteredPaths(git, changed)
  const kept = await Promise.all(
    changed.map(async (path) => !filtered.has(nameOf(path)) || !(await isUntouched(git, nameOf(path)))),
  )
  return changed.filter((_, index) => kept[index])
}

async function filteredPaths(git: GitAt, paths: readonly Uint8Array[]): Promise<ReadonlySet<string>> {
  const { stdout } = await git.run(['check-attr', '-z', '--stdin', 'filter'], { input: joinNul(paths) })
  const fields = stdout.toString('utf8').split('\0')
  const found = new Set<string>()
  for (let n = 0; n + 2 < fields.length; n += 3) {
    const [path, filter] = [fields[n], fields[n + 2]]
    if (path !== undefined && filter !== undefined && git.silenced.includes(filter)) found.add(path)
  }
  return found
}

/** Size and time of last change, in nanoseconds, are those in the index. */
async function isUntouched(git: GitAt, path: string): Promise<boolean> {
  const { stdout } = await git.run(['ls-files', '-z', '--debug', '--', path])
  const entry = stdout.toString('utf8').slice(path.length + 1)
  const time = /^ {2}mtime: (\d+):(\d+)$/m.exec(entry)
  const size = /^ {2}size: (\d+)/m.exec(entry)
  if (time === null || size === null) return false
  try {
    const stat = await lstat(join(git.place.cwd, path), { bigint: true })
    const indexed = BigInt(time[1] ?? 0) * 1_000_000_000n + BigInt(time[2] ?? 0)
    return stat.mtimeNs === indexed && stat.size === BigInt(size[1] ?? 0)
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}
