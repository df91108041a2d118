// What the last process was doing to worktrees when it ended: finished, or undone where it had not got far.
import { FailureError } from '../../../shared/contract/failure'
import type { WorktreeStepRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import type { Worktrees } from '../worktrees'
import type { Discarding } from './discarding'
import type { Freeing } from './freeing'
import type { Restoring } from './restoring'

interface Operations {
  worktrees: Worktrees
  discarding: Discarding
  freeing: Freeing
  restoring: Restoring
}

/**
 * Goes on with every operation that stands in the journal. One that cannot is left there, and shown as a difference.
 *
 * Creating is not among them: a thread makes its worktree when it needs it. Neither is merging, which has a recovery of its
 * own.
 */
export async function finishCutOff(parts: Pick<HostParts, 'store' | 'log'>, operations: Operations): Promise<void> {
  for (const { threadId, operation } of parts.store.worktreeSteps.list()) {
    try {
      if (await finishOne(parts, operations, threadId)) parts.log.info('worktree.finished', { threadId, operation })
    } catch (error) {
      if (!(error instanceof FailureError)) logIncident(parts.log, 'worktree.finish', error, { threadId })
      else parts.log.info('worktree.unfinished', { threadId, operation, code: error.failure.code })
    }
  }
}

/** Answers whether there was something to finish. */
export async function finishOne(
  { store }: Pick<HostParts, 'store'>,
  { worktrees, discarding, freeing, restoring }: Operations,
  threadId: string,
): Promise<boolean> {
  const finishing: Partial<Record<WorktreeStepRecord['operation'], () => Promise<unknown>>> = {
    discard: () => discarding.finish(threadId),
    free: () => freeing.resume(threadId),
    restore: () => restoring.finish(threadId),
  }
  return worktrees.takeAway(threadId, async () => {
    const operation = store.worktreeSteps.get(threadId)?.operation
    const finish = operation && finishing[operation]
    await finish?.()
    return finish !== undefined
  })
}
