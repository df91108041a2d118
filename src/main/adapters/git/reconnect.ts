// Mends the two pointers between a checkout that moved or lost its `.git` file and its repository.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gitQueue } from './git-queue'
import { findRegistration } from './registration'
import { repositoryGit } from './worktree-git'

/**
 * Writes the `.git` file of a checkout. Never over an existing one.
 *
 * @param adminDir the worktree's folder in the repository, `<common>/worktrees/<name>`
 */
export async function relink(checkout: string, adminDir: string): Promise<void> {
  await writeFile(join(checkout, '.git'), `gitdir: ${adminDir}\n`, { flag: 'wx' })
}

/**
 * Tells the repository where a checkout is now. Only this entry changes; nothing is pruned.
 *
 * @returns whether the repository knows it there
 */
export async function reregister(commonDir: string, checkout: string): Promise<boolean> {
  const git = repositoryGit(commonDir)
  // Git complains, with exit code 1, about broken entries of others too: the outcome is read from our own.
  await gitQueue(commonDir).run(() => git.run(['worktree', 'repair', checkout], { answers: [1] }))
  return (await findRegistration(commonDir, checkout)) !== null
}
