// A worktree whose folder is archived keeps its registration: locked, so that nothing tidies it away meanwhile.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gitQueue } from './git-queue'
import { isAbsent } from './presence'
import { findRegistration } from './registration'
import { repositoryGit } from './worktree-git'

/** What the lock says; by it we know our own. */
const REASON = 'Archived by Tine'

/** Locks the registration of a checkout; one that somebody locked stays as it is. */
export async function lockRegistration(commonDir: string, checkout: string): Promise<void> {
  if ((await findRegistration(commonDir, checkout)) === null) return
  const git = repositoryGit(commonDir)
  // Locked already: exit code 128.
  await gitQueue(commonDir).run(() => git.run(['worktree', 'lock', '--reason', REASON, checkout], { answers: [128] }))
}

/** Takes our lock off a registration; anybody else's stays. */
export async function unlockRegistration(commonDir: string, adminDir: string, checkout: string): Promise<void> {
  if ((await lockReason(adminDir)) !== REASON) return
  await gitQueue(commonDir).run(() =>
    repositoryGit(commonDir).run(['worktree', 'unlock', checkout], { answers: [128] }),
  )
}

async function lockReason(adminDir: string): Promise<string | null> {
  try {
    return (await readFile(join(adminDir, 'locked'), 'utf8')).trim()
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}
