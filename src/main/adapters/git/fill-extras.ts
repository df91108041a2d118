import type { GitOptions, WorktreeIdentity } from '../../services/ports/git'
import type { GitAt } from './git-at'
import { placeExtras } from './place-extras'
import { fillSubmodules } from './submodules'

/**
 * Gives a checkout, once it was found equal to its commit, what git does not see and the person asked for.
 *
 * @returns notes for the person
 */
export async function fillExtras(
  worktree: WorktreeIdentity & { subPath: string },
  git: GitAt,
  options: GitOptions,
): Promise<string[]> {
  const { extras } = options
  if (extras === undefined) return []
  const filled = extras.submodules === 'fill' ? await fillSubmodules(git, worktree.parentFolder, options) : []
  return [...filled, ...(await placeExtras(worktree, git, extras))]
}
