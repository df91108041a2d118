// One look at everything: what the database says of worktrees, what git knows, and what lies on the disk.
import { compareSeen, type Seen, type SeenWorktree } from '../../../core/worktree/differences'
import type { WorktreeRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { Rescue } from '../ports/rescue'
import type { Worktrees } from '../worktrees'

type Parts = Pick<HostParts, 'store' | 'git'> & { rescue: Rescue }

/** How many worktrees are looked at at once: each look starts git a few times. */
const AT_ONCE = 4
/** In these states a worktree is to be at its place, or nobody knows. */
const LOOKED_AT = new Set<WorktreeRecord['state']>(['ready', 'dirty', 'in-use', 'restored', 'missing', 'failed'])

/** Compares database, git and disk. What is being done to worktrees right now is left out. */
export async function compareAll(parts: Parts, worktrees: Worktrees): Promise<ReturnType<typeof compareSeen>> {
  return compareSeen(await lookAtAll(parts, worktrees))
}

async function lookAtAll({ store, git, rescue }: Parts, worktrees: Worktrees): Promise<Seen> {
  const records = store.worktrees.list().filter(({ threadId }) => !worktrees.isHeld(threadId))
  const seen: SeenWorktree[] = []
  for (let at = 0; at < records.length; at += AT_ONCE)
    seen.push(...(await Promise.all(records.slice(at, at + AT_ONCE).map((record) => lookAt({ store, git }, record)))))
  const commonDirs = [...new Set(records.map(({ commonDir }) => commonDir))]
  const repositories = await Promise.all(commonDirs.map((commonDir) => git.surveyRepository(commonDir)))
  return {
    dataDir: await rescue.dataDir(),
    worktrees: seen,
    folders: (await rescue.survey()).filter(({ threadId }) => threadId === null || !worktrees.isHeld(threadId)),
    repositories: repositories.filter((repository) => repository !== null),
  }
}

async function lookAt({ store, git }: Pick<Parts, 'store' | 'git'>, record: WorktreeRecord): Promise<SeenWorktree> {
  const { threadId, state, path, nonce, commonDir, rescuedTo, archive } = record
  const verdict = LOOKED_AT.has(state) ? await git.verifyWorktree(record) : null
  return {
    ...{ threadId, state, path, nonce, commonDir, rescuedTo, archive },
    title: store.threads.get(threadId)?.title ?? threadId,
    cutOff: store.worktreeSteps.get(threadId)?.operation ?? null,
    verdict: verdict?.ok ? { ok: true } : verdict,
  }
}
