// What a killed process left half merged, settled at the start and told.
import { worktreeState } from '../../../shared/domain/worktree'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import { addNotice } from '../notices'
import type { MergeRecovery } from '../ports/merge'
import type { Worktrees } from '../worktrees'

const RECOVERED = {
  finished: 'had come to its end',
  undone: 'was undone: everything there is as it was before',
} as const

/**
 * At the start: what a killed process left half merged is finished or undone, and its worktree rests again. The person reads it
 * in the thread whose work it was.
 */
export async function recoverMerging(
  parts: Pick<HostParts, 'store' | 'git' | 'log' | 'ids' | 'clock'>,
  worktrees: Pick<Worktrees, 'rows'>,
): Promise<void> {
  try {
    for (const recovery of await parts.git.recoverMerges()) {
      parts.log.info('merge.recovered', { ...recovery })
      tellRecovery(parts, recovery)
    }
  } catch (error) {
    // It is tried again before the next merge in that repository, which fails while this does.
    logIncident(parts.log, 'merge.recover', error, {})
  }
  for (const { threadId, operation, data } of parts.store.worktreeSteps.list()) {
    if (operation !== 'merge') continue
    const before = worktreeState.options.find((state) => state === data.before) ?? 'ready'
    worktrees.rows.end(threadId, 'merge-ended', { before })
  }
}

function tellRecovery(
  parts: Pick<HostParts, 'store' | 'ids' | 'clock'>,
  { threadId, folder, outcome, notes }: MergeRecovery,
): void {
  const turnId = parts.store.turns.last(threadId)?.id
  // One whose folder is not there comes up at every start, until it is.
  if (turnId === undefined || outcome === 'left') return
  const left = outcome === 'undone' && notes.length > 0 ? ` Changed since, and left alone: ${notes.join(', ')}.` : ''
  const text = `The app ended in the middle of a merge into ${folder}; it ${RECOVERED[outcome]}.${left}`
  const level = outcome === 'finished' ? 'info' : 'warning'
  parts.store.commit((tx) => addNotice(parts, tx, { threadId, turnId, level, text }))
}
