import type { WorktreeIdentity } from '../../services/ports/git'
import { gitQueue } from './git-queue'
import { headRef } from './private-refs'
import { verifyWorktree } from './verify-worktree'
import { repositoryGit } from './worktree-git'

/**
 * Stores the worktree's head in a ref of ours, so that its commits outlive the branch and the folder.
 *
 * @returns the head; null where the worktree cannot be used or has no commit (the ref keeps what it had)
 */
export async function keepHead(record: WorktreeIdentity, dataDir: string): Promise<string | null> {
  const verdict = await verifyWorktree(record, dataDir)
  if (!verdict.ok || verdict.head === null) return null
  const { head } = verdict
  await gitQueue(record.commonDir).run(() =>
    repositoryGit(record.commonDir).run(['update-ref', headRef(record.threadId), head]),
  )
  return head
}
