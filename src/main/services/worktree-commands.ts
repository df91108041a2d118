// What a person does with a worktree: keep it, discard it. Discarding only ever moves.
import { join } from 'node:path'
import type { CommandResult } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import { LIVE_STATES } from '../../shared/domain/live-states'
import type { WorktreeRecord } from '../store/records'
import type { HostParts } from './host-parts'
import type { WorktreeLoss } from './ports/git'
import { threadOf } from './threads'
import { changeThread, worktreeView } from './views'
import type { Worktrees } from './worktrees'

export class WorktreeCommands {
  constructor(
    private readonly parts: Pick<HostParts, 'store' | 'clock' | 'git' | 'dataDir' | 'tools'>,
    private readonly worktrees: Worktrees,
  ) {}

  /** Marks a worktree as wanted: nothing of the app tidies it away. */
  keep(threadId: string): CommandResult<'worktree.keep'> {
    const record = this.worktrees.record(threadId)
    if (record.state === 'discarded')
      throw new FailureError('worktree.missing', 'This worktree was discarded already.', { threadId })
    this.worktrees.change(threadId, { state: 'kept' })
    return { worktree: worktreeView(this.worktrees.record(threadId)) }
  }

  /**
   * Moves a worktree into the data folder's `rescued`. Refused while it holds work that exists nowhere else, unless
   * confirmed; refused while its thread runs. Repeated, it answers what was done.
   *
   * @throws FailureError `worktree.dirty` with what would be lost, `worktree.busy`, `worktree.missing`
   */
  async discard(threadId: string, confirm: boolean): Promise<CommandResult<'worktree.discard'>> {
    this.worktrees.record(threadId)
    this.refuseBusy(threadId)
    return this.worktrees.takeAway(threadId, () => this.moveAway(threadId, confirm))
  }

  private async moveAway(threadId: string, confirm: boolean): Promise<CommandResult<'worktree.discard'>> {
    const { store, git, clock } = this.parts
    const record = this.worktrees.record(threadId)
    if (record.state === 'discarded') return { worktree: worktreeView(record), rescuedTo: record.rescuedTo, refs: [] }
    this.refuseBusy(threadId)
    await this.parts.tools.endJobs(threadId)
    const options = await this.worktrees.options(record)
    const loss = await this.lossOf(record, options)
    if (loss.length > 0 && !confirm)
      throw new FailureError(
        'worktree.dirty',
        `This worktree holds work that exists nowhere else: ${loss.join('; ')}.`,
        {
          threadId,
          loss,
        },
      )
    const at = clock.now()
    const moved = await git.discardWorktree(record, { ...options, rescueDir: join(this.parts.dataDir, 'rescued'), at })
    store.commit((tx) => {
      this.worktrees.write(tx, threadId, { state: 'discarded', rescuedTo: moved.rescuedTo, rescuedAt: at })
      changeThread(store, tx, threadId, {
        state: 'discarded',
        stateReason: moved.rescuedTo ? `Discarded; its folder is kept at ${moved.rescuedTo}.` : 'Discarded.',
        resumable: false,
        activity: null,
        endedAt: at,
      })
    })
    return { worktree: worktreeView(this.worktrees.record(threadId)), rescuedTo: moved.rescuedTo, refs: moved.refs }
  }

  /** What discarding would lose, a line each; a folder whose state cannot be told may hold anything. */
  private async lossOf(record: WorktreeRecord, options: { trusted: boolean }): Promise<string[]> {
    const { git } = this.parts
    const verdict = await git.verifyWorktree(record)
    if (!verdict.ok) return verdict.state === 'replaced' ? [`nobody can tell what, since ${verdict.reason}`] : []
    const loss = await git.assessLoss(record, options)
    return git.wouldLose(loss) ? describeLoss(loss) : []
  }

  /** Neither the thread nor one that works in its folder may run. */
  private refuseBusy(threadId: string): void {
    const { store } = this.parts
    const thread = threadOf(store, threadId)
    const users = store.threads
      .ofSession(thread.sessionId)
      .filter((other) => LIVE_STATES.has(other.state) && this.worktrees.place(other).worktree?.threadId === threadId)
    if (users.length > 0)
      throw new FailureError(
        'worktree.busy',
        `“${users[0]?.title ?? ''}” still works in this worktree; stop it first.`,
        {
          threadId,
        },
      )
  }
}

/** What would be lost, a line each, for the person. */
function describeLoss(loss: WorktreeLoss): string[] {
  const named = (count: number, [one, many]: readonly [string, string], names: readonly string[]) =>
    count === 0
      ? []
      : [
          `${count} ${count === 1 ? one : many}${names.length > 0 ? ` (${names.slice(0, 5).join(', ')}${count > 5 ? ', …' : ''})` : ''}`,
        ]
  return [
    ...named(loss.uncommitted.length, ['uncommitted change', 'uncommitted changes'], loss.uncommitted),
    ...named(loss.untracked.length, ['untracked file', 'untracked files'], loss.untracked),
    ...named(loss.ignored.length, ['ignored file that is only here', 'ignored files that are only here'], loss.ignored),
    ...named(loss.commits, ['commit no other branch has', 'commits no other branch has'], []),
    ...loss.inUse,
  ]
}
