import type { RepositoryPlace } from './ports/git'

/** Why a folder cannot lend a worktree, as the failure a fork would meet; null when it can. A bare repository has no files to lend. */
export function worktreeBar(facts: RepositoryPlace): 'worktree.not_git' | 'worktree.no_commit' | null {
  if (!facts.isGit || facts.topLevel === null) return 'worktree.not_git'
  return facts.head === null ? 'worktree.no_commit' : null
}
