// Which git is there, and whether it is new enough.
import { tmpdir } from 'node:os'
import { FailureError } from '../../../shared/contract/failure'
import { runGit } from './run-git'

/**
 * The oldest git we work with (March 2021): the first with configuration through numbered variables (`GIT_CONFIG_COUNT`),
 * by which filters of untrusted projects are switched off, and `rev-parse --path-format`. Newer formats
 * (`worktree list -z`, 2.36) are not relied on: registrations are read from the repository's own files.
 */
export const MINIMUM_GIT = '2.31'

/** The oldest git that merges trees without a checkout (`merge-tree --write-tree`, October 2022): bringing work home needs it. */
export const MINIMUM_MERGING_GIT = '2.38'

/** The version number in `git --version`'s line (`git version 2.39.5 (Apple Git-154)`), or null. */
export function parseGitVersion(line: string): string | null {
  return /^git version (\d+(?:\.\d+)+)/.exec(line)?.[1] ?? null
}

/** Whether a version is at least the minimum; compares numbers, not text. */
export function isNewEnough(version: string, minimum: string = MINIMUM_GIT): boolean {
  const have = version.split('.').map(Number)
  const need = minimum.split('.').map(Number)
  for (const [index, wanted] of need.entries()) {
    const part = have[index] ?? 0
    if (part !== wanted) return part > wanted
  }
  return true
}

/** The installed git's version; null where there is none. */
export async function gitVersion(): Promise<string | null> {
  try {
    const { stdout } = await runGit({ args: ['--version'], cwd: tmpdir(), timeLimitMs: 10_000 })
    return parseGitVersion(stdout.toString('utf8'))
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'worktree.not_git') return null
    throw error
  }
}

/**
 * Refuses to work with a git that is missing or too old.
 *
 * @throws FailureError `worktree.not_git`
 */
export function requireGit(version: string | null, minimum: string = MINIMUM_GIT): asserts version is string {
  const problem = gitProblem(version, minimum)
  if (problem !== null) throw new FailureError('worktree.not_git', problem, { version, minimum })
}

/** Why we cannot work with this git, for the person; null where we can. */
export function gitProblem(version: string | null, minimum: string = MINIMUM_GIT): string | null {
  if (version === null) return 'git is not installed, or not on the path'
  return isNewEnough(version, minimum) ? null : `git ${version} is too old: ${minimum} or newer is needed`
}
