// Builds the services about worktrees over their parts.
import type { BackgroundWork } from '../services/background-work'
import { BringingBack } from '../services/homecoming/bringing-back'
import { Merging } from '../services/homecoming/merging'
import { recoverMerging } from '../services/homecoming/recover-merging'
import type { HostParts } from '../services/host-parts'
import type { Editor } from '../services/ports/editor'
import type { Rescue } from '../services/ports/rescue'
import type { IsolationWatch } from '../services/turn/isolation-watch'
import type { TurnRunner } from '../services/turn/turn-runner'
import { Discarding } from '../services/worktree/discarding'
import { Freeing } from '../services/worktree/freeing'
import { Housekeeping } from '../services/worktree/housekeeping'
import { Reconciling } from '../services/worktree/reconciling'
import { Restoring } from '../services/worktree/restoring'
import { WorktreeStorage } from '../services/worktree/storage'
import { WorktreeCommands } from '../services/worktree-commands'
import { WorktreeFiles } from '../services/worktree-files'
import type { Worktrees } from '../services/worktrees'

/** What is asked of worktrees and done with them. */
export interface WorktreeServices {
  worktrees: Worktrees
  worktreeCommands: WorktreeCommands
  worktreeFiles: WorktreeFiles
  discarding: Discarding
  freeing: Freeing
  restoring: Restoring
  storage: WorktreeStorage
  reconciling: Reconciling
  housekeeping: Housekeeping
  merging: Merging
  bringingBack: BringingBack
}

/**
 * @param worktrees the ones everybody else works in
 * @param watch who is told that it is us who change a checkout
 * @param runner knows which parent runs
 */
export function wireWorktrees(
  parts: HostParts & { editor: Editor; rescue: Rescue },
  worktrees: Worktrees,
  watch: IsolationWatch,
  runner: TurnRunner,
  background: BackgroundWork,
): WorktreeServices {
  const merging = new Merging(parts, worktrees, watch)
  const discarding = new Discarding(parts, worktrees)
  const freeing = new Freeing(parts, worktrees)
  const restoring = new Restoring(parts, worktrees)
  const reconciling = new Reconciling(parts, worktrees, { discarding, freeing, restoring })
  const operations = { worktrees, discarding, freeing, restoring, reconciling }
  return {
    ...operations,
    worktreeCommands: new WorktreeCommands(parts, worktrees),
    worktreeFiles: new WorktreeFiles(parts, worktrees),
    storage: new WorktreeStorage(parts, worktrees),
    housekeeping: new Housekeeping(parts, background, operations),
    merging,
    bringingBack: new BringingBack(parts, worktrees, merging, runner),
  }
}

/** Settles what the last process left of worktrees, and begins what keeps house; the second is waited for by nobody. */
export async function beginWorktrees(
  parts: HostParts,
  { worktrees, housekeeping }: Pick<WorktreeServices, 'worktrees' | 'housekeeping'>,
): Promise<void> {
  await recoverMerging(parts, worktrees)
  worktrees.use.takeStock()
  housekeeping.begin()
}
