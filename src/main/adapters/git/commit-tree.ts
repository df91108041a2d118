import { commitTimeOf } from './commit-time'
import type { GitAt } from './git-at'

/**
 * Makes a commit of ours from a tree. Its time is its (first) parent's, so equal work gives an equal commit: siblings that start
 * from the same state share one, and planning twice makes no second.
 */
export async function commitTree(
  git: GitAt,
  tree: string,
  parents: string | readonly [string, ...string[]],
  message: string,
): Promise<string> {
  const all: readonly [string, ...string[]] = typeof parents === 'string' ? [parents] : parents
  const date = `@${Math.floor((await commitTimeOf(git, all[0])) / 1_000)} +0000`
  return git.line(['commit-tree', tree, ...all.flatMap((parent) => ['-p', parent]), '-m', message], {
    env: {
      GIT_AUTHOR_NAME: 'Tine',
      GIT_AUTHOR_EMAIL: 'tine@localhost',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: 'Tine',
      GIT_COMMITTER_EMAIL: 'tine@localhost',
      GIT_COMMITTER_DATE: date,
    },
  })
}
