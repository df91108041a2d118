// Taking worktrees away: the folder is moved aside, and nothing is deleted.
import { join } from 'node:path'
import type { CommandResult } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import { type WorktreeState, worktreeState } from '../../../shared/domain/worktree'
import type { WorktreeRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import type { ToolBox } from '../ports/tools'
import { threadOf } from '../threads'
import { changeThread, worktreeView } from '../views'
import type { Worktrees } from '../worktrees'
import { lossOf } from './loss'

type Discarded = CommandResult<'worktree.discard'>
type Parts = Pick<HostParts, 'store' | 'clock' | 'git' | 'dataDir'> & { tools: Pick<ToolBox, 'endJobs'> }

export class Discarding {
  constructor(
    private readonly parts: Parts,
    private readonly worktrees: Worktrees,
  ) {}

  /**
   * Moves a worktree into the data folder's `rescued`. Refused while it holds work that exists nowhere else, unless
   * confirmed; refused while a thread runs in it. Repeated, it answers what was done.
   *
   * @throws FailureError `worktree.dirty` with what would be lost, `worktree.busy`, `worktree.missing`
   */
  async discard(threadId: string, confirm: boolean): Promise<Discarded> {
    this.worktrees.record(threadId)
    this.worktrees.refuseUsed(threadId)
    return this.worktrees.takeAway(threadId, () => this.moveAway(threadId, confirm))
  }

  /** Goes on with a discard that was cut off, from wherever it stood. The caller has the worktree alone. */
  async finish(threadId: string): Promise<Discarded> {
    const { git, store } = this.parts
    const record = this.worktrees.record(threadId)
    const { before, at } = this.begun(threadId)
    const options = { ...(await this.worktrees.options(record)), rescueDir: join(this.parts.dataDir, 'rescued'), at }
    try {
      const { rescuedTo, refs } = await git.discardWorktree(record, options)
      const thread = threadOf(store, threadId)
      const { state, stateReason, endCause, resumable, endedAt } = thread
      this.worktrees.rows.end(threadId, 'discarded', {
        facts: {
          ...{ rescuedTo, rescuedAt: at },
          threadBefore: { state, stateReason, endCause, resumable, endedAt },
          // What an earlier discard archived is in the folder, or was changed since.
          ...{ archive: null, archiveBytes: null },
        },
        write: (tx) => this.tellThread(tx, threadId, rescuedTo, at),
      })
      return { worktree: worktreeView(this.worktrees.record(threadId)), rescuedTo, refs }
    } catch (error) {
      if (await this.isStillThere(record, before)) this.worktrees.rows.end(threadId, 'discard-undone', { before })
      throw error
    }
  }

  private async moveAway(threadId: string, confirm: boolean): Promise<Discarded> {
    const record = this.worktrees.record(threadId)
    if (record.state === 'discarded') return { worktree: worktreeView(record), rescuedTo: record.rescuedTo, refs: [] }
    if (record.state === 'discarding') return this.finish(threadId)
    this.worktrees.refuseUsed(threadId)
    await this.parts.tools.endJobs(threadId)
    const loss = await lossOf(this.parts, this.worktrees, record)
    if (loss.length > 0 && !confirm)
      throw new FailureError(
        'worktree.dirty',
        `This worktree holds work that exists nowhere else: ${loss.join('; ')}.`,
        {
          threadId,
          loss,
        },
      )
    this.worktrees.rows.begin(threadId, 'discard', 'discard-begun', { at: this.parts.clock.now() })
    return this.finish(threadId)
  }

  private begun(threadId: string): { before: WorktreeState; at: number } {
    const data = this.parts.store.worktreeSteps.get(threadId)?.data
    const at = typeof data?.at === 'number' ? data.at : this.parts.clock.now()
    return { before: worktreeState.safeParse(data?.before).data ?? 'missing', at }
  }

  /** Whether nothing has been moved: then the worktree is what it was. */
  private async isStillThere(record: WorktreeRecord, before: WorktreeState): Promise<boolean> {
    if (before === 'creating' || before === 'failed' || before === 'missing') return true
    const verdict = await this.parts.git.verifyWorktree(record)
    return verdict.ok || verdict.state !== 'missing'
  }

  private tellThread(tx: Commit, threadId: string, rescuedTo: string | null, at: number): void {
    changeThread(this.parts.store, tx, threadId, {
      state: 'discarded',
      stateReason: rescuedTo ? `Discarded; its folder is kept at ${rescuedTo}.` : 'Discarded.',
      resumable: false,
      activity: null,
      endedAt: at,
    })
  }
}
