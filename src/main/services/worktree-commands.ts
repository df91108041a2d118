// What a person says of a worktree: that it stays.
import type { CommandResult } from '../../shared/contract/commands'
import type { HostParts } from './host-parts'
import { worktreeView } from './views'
import type { Worktrees } from './worktrees'

export class WorktreeCommands {
  constructor(
    private readonly parts: Pick<HostParts, 'store' | 'clock'>,
    private readonly worktrees: Worktrees,
  ) {}

  /** Marks a worktree as wanted: nothing of the app tidies it away. */
  keep(threadId: string): CommandResult<'worktree.keep'> {
    const { keptAt } = this.worktrees.record(threadId)
    this.parts.store.commit((tx) =>
      this.worktrees.rows.happen(tx, threadId, 'kept', { keptAt: keptAt ?? this.parts.clock.now() }),
    )
    return { worktree: worktreeView(this.worktrees.record(threadId)) }
  }
}
