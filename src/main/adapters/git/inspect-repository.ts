// What stands at a folder, as git sees it.
import type { GitOptions, RepositoryFacts } from '../../services/ports/git'
import { commitTimeOf } from './commit-time'
import { findRepository, noRepository } from './find-repository'
import { gitAt } from './git-at'
import { readStatus } from './status'

const NOTHING = { headAt: null, upstream: null, uncommitted: 0 }

/** The answer for a folder without a repository that we can work with. */
export function noFacts(problem: string | null): RepositoryFacts {
  return { ...noRepository(problem), ...NOTHING }
}

/**
 * The facts about the repository a folder belongs to. A folder without one is an answer (`isGit: false` with the
 * reason), not a failure.
 */
export async function inspectRepository(folder: string, options: GitOptions): Promise<RepositoryFacts> {
  const found = await findRepository(folder, options)
  const facts: RepositoryFacts = { ...NOTHING, ...found }
  const { topLevel, gitDir, head } = found
  if (gitDir === null) return facts
  const place = topLevel === null ? { cwd: folder } : { cwd: topLevel, gitDir, workTree: topLevel }
  const git = await gitAt(place, options)
  if (head !== null) facts.headAt = await commitTimeOf(git, head)
  if (topLevel !== null) {
    const status = await readStatus(git)
    facts.uncommitted = status.entries.length
    facts.upstream = status.upstream
  }
  return facts
}
