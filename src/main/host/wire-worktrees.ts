// Builds the services about worktrees over their parts.
import { BringingBack } from '../services/homecoming/bringing-back'
import { Merging } from '../services/homecoming/merging'
import type { HostParts } from '../services/host-parts'
import type { Editor } from '../services/ports/editor'
import type { IsolationWatch } from '../services/turn/isolation-watch'
import type { TurnRunner } from '../services/turn/turn-runner'
import { Discarding } from '../services/worktree/discarding'
import { WorktreeCommands } from '../services/worktree-commands'
import { WorktreeFiles } from '../services/worktree-files'
import type { Worktrees } from '../services/worktrees'

/** What is asked of worktrees and done with them. */
export interface WorktreeServices {
  worktrees: Worktrees
  worktreeCommands: WorktreeCommands
  worktreeFiles: WorktreeFiles
  discarding: Discarding
  merging: Merging
  bringingBack: BringingBack
}

/**
 * @param worktrees the ones everybody else works in
 * @param watch who is told that it is us who change a checkout
 * @param runner knows which parent runs
 */
export function wireWorktrees(
  parts: HostParts & { editor: Editor },
  worktrees: Worktrees,
  watch: IsolationWatch,
  runner: TurnRunner,
): WorktreeServices {
  const merging = new Merging(parts, worktrees, watch)
  return {
    worktrees,
    worktreeCommands: new WorktreeCommands(parts, worktrees),
    worktreeFiles: new WorktreeFiles(parts, worktrees),
    discarding: new Discarding(parts, worktrees),
    merging,
    bringingBack: new BringingBack(parts, worktrees, merging, runner),
  }
}
