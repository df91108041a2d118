// Makes database, git and disk agree again where that needs no decision of a person. Nothing is deleted.
import type { DifferenceKind, WorktreeDifference } from '../../../core/worktree/differences'
import type { CommandResult } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import type { Rescue } from '../ports/rescue'
import { threadOf } from '../threads'
import type { Worktrees } from '../worktrees'
import { finishOne } from './cut-off'
import type { Discarding } from './discarding'
import type { Freeing } from './freeing'
import { compareAll } from './look'
import type { Restoring } from './restoring'

type Reconciled = CommandResult<'worktree.reconcile'>
type Parts = Pick<HostParts, 'store' | 'git' | 'log'> & { rescue: Rescue }
type Repair = (difference: WorktreeDifference) => Promise<string>

export class Reconciling {
  constructor(
    private readonly parts: Parts,
    private readonly worktrees: Worktrees,
    private readonly operations: { discarding: Discarding; freeing: Freeing; restoring: Restoring },
  ) {}

  /**
   * Repairs differences, and tells which are left.
   *
   * @param ids only these; without it, everything that can be repaired
   */
  async reconcile(ids?: readonly string[]): Promise<Reconciled> {
    const { differences } = await compareAll(this.parts, this.worktrees)
    const repaired: Reconciled['repaired'] = []
    const failed = new Map<string, string>()
    for (const difference of differences) {
      if (difference.repair === null || (ids && !ids.includes(difference.id))) continue
      try {
        repaired.push({ id: difference.id, done: await this.repairs[difference.kind](difference) })
      } catch (error) {
        failed.set(difference.id, this.whyNot(error, difference))
      }
    }
    const { differences: left } = await compareAll(this.parts, this.worktrees)
    return {
      repaired,
      left: left.map(({ folder: _folder, ...difference }) => {
        const why = failed.get(difference.id)
        return why === undefined
          ? difference
          : { ...difference, text: `${difference.text} It could not be repaired: ${why}` }
      }),
    }
  }

  /** At the start: what there is to repair is logged, and shown where the person looks. */
  async report(): Promise<void> {
    const { differences, orphans } = await compareAll(this.parts, this.worktrees)
    const kinds = differences.map(({ kind }) => kind)
    this.parts.log.info('worktree.compared', {
      differences: kinds.length,
      orphans: orphans.length,
      kinds: kinds.join(' '),
    })
  }

  private readonly repairs: Record<DifferenceKind, Repair> = {
    'cut-off': async ({ threadId }) => {
      await finishOne(this.parts, { worktrees: this.worktrees, ...this.operations }, threadId)
      return 'What was cut off is done.'
    },
    gone: ({ threadId }) => this.makeAgain(threadId),
    back: ({ threadId }) => this.makeAgain(threadId),
    elsewhere: ({ threadId, folder }) => this.connect(threadId, folder, 'Its folder is back at its place.'),
    disconnected: ({ threadId }) =>
      this.connect(threadId, null, 'Its folder and its repository know each other again.'),
    'not-moved': async ({ threadId }) => {
      await this.operations.restoring.restore(threadId)
      return 'It is a worktree again.'
    },
    'rescued-found': async ({ threadId, folder }) => {
      this.worktrees.change(threadId, { rescuedTo: folder })
      return 'Its place is noted.'
    },
    'rescued-gone': async ({ threadId }) => {
      this.worktrees.change(threadId, { rescuedTo: null })
      return 'Noted.'
    },
    'archive-gone': async ({ threadId }) => {
      this.worktrees.change(threadId, { archive: null, archiveBytes: null })
      return 'Noted.'
    },
    moved: noRepair,
    replaced: noRepair,
  }

  private async makeAgain(threadId: string): Promise<string> {
    await this.worktrees.restore(threadOf(this.parts.store, threadId))
    return 'It is there again.'
  }

  /** Its folder is moved back if it lies elsewhere, and registered if the repository has forgotten it. */
  private connect(threadId: string, from: string | null, done: string): Promise<string> {
    return this.worktrees.takeAway(threadId, async () => {
      this.worktrees.refuseUsed(threadId)
      const { git } = this.parts
      const record = this.worktrees.record(threadId)
      const options = await this.worktrees.options(record)
      const relinked = from === null ? await git.recreateWorktree(record, options) : { ok: false }
      if (!relinked.ok) await git.restoreWorktree(record, { ...options, from })
      await this.worktrees.restore(threadOf(this.parts.store, threadId))
      return done
    })
  }

  private whyNot(error: unknown, { threadId, kind }: WorktreeDifference): string {
    if (error instanceof FailureError) return error.message
    return `an internal error (${logIncident(this.parts.log, 'worktree.repair', error, { threadId, kind })})`
  }
}

async function noRepair(): Promise<never> {
  throw new Error('only a person can decide here')
}
