// What the own log of a checkout tells of where it stood: all that is left of its HEAD when somebody deleted its branch.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitAt } from './git-at'
import { isAbsent } from './presence'

/** The commits a checkout stood at, newest first, as its log names them; they need not exist any more. Git does not read the log of a HEAD without a commit. */
export async function loggedCommits({ place }: GitAt): Promise<string[]> {
  if (place.gitDir === undefined) return []
  let log: string
  try {
    log = await readFile(join(place.gitDir, 'logs', 'HEAD'), 'utf8')
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
  const commits = log.split('\n').flatMap((line) => /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) /.exec(line)?.[1] ?? [])
  return commits.filter((commit) => !/^0+$/.test(commit)).reverse()
}

/** The commit a checkout stood at last; null where its log tells of none that exists. */
export async function lastStood(git: GitAt): Promise<string | null> {
  for (const commit of await loggedCommits(git)) {
    const found = await git.lineOrNull(['rev-parse', '--verify', '--quiet', `${commit}^{commit}`])
    if (found !== null) return found
  }
  return null
}
