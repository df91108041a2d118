// Freeing what discarded worktrees take: a folder goes once an archive holds all of it, and was compared with it.
import { basename, join } from 'node:path'
import type { CommandResult } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { WorktreeRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { Rescue } from '../ports/rescue'
import { changeThread, worktreeView } from '../views'
import type { Worktrees } from '../worktrees'

type Freed = CommandResult<'worktree.free'>
type Parts = Pick<HostParts, 'store' | 'clock' | 'git'> & { rescue: Rescue }

/** The step after which the archive stands for the folder. */
const VERIFIED = 'verified'

export class Freeing {
  constructor(
    private readonly parts: Parts,
    private readonly worktrees: Worktrees,
  ) {}

  /**
   * Frees the folder of a discarded worktree. Repeated, it answers what was done.
   *
   * @throws FailureError `worktree.missing` when there is no folder any more, `worktree.busy`, `store.full`, `conflict` with
   *   what speaks against it: then nothing was removed that is not in the archive
   */
  async free(threadId: string): Promise<Freed> {
    this.worktrees.record(threadId)
    return this.worktrees.takeAway(threadId, () => this.freeNow(threadId))
  }

  /**
   * Goes on with what was cut off: a folder whose archive was verified goes, before that nothing has happened to it. The
   * caller has the worktree alone.
   */
  async resume(threadId: string): Promise<void> {
    const step = this.parts.store.worktreeSteps.get(threadId)
    if (step?.operation !== 'free') return
    if (step.step === VERIFIED) await this.remove(threadId, true)
    else await this.undo(threadId)
  }

  private async freeNow(threadId: string): Promise<Freed> {
    await this.resume(threadId)
    const record = this.worktrees.record(threadId)
    const { archive, rescuedTo } = record
    if (record.state === 'discarded' && rescuedTo === null) {
      if (archive !== null) return { worktree: worktreeView(record), bytesFreed: 0, archive }
      throw new FailureError('worktree.missing', 'Its folder is gone already; only its refs are left.', { threadId })
    }
    this.worktrees.rows.begin(threadId, 'free', 'freed', {})
    try {
      await this.archive(record, rescuedTo ?? '')
    } catch (error) {
      await this.undo(threadId)
      throw error
    }
    return this.remove(threadId, false)
  }

  /** Refs first, since an archive of files alone would not keep what git has of them. */
  private async archive(record: WorktreeRecord, folder: string): Promise<void> {
    const { git, rescue, clock, store } = this.parts
    const { threadId, commonDir } = record
    const checkout = join(folder, basename(record.path))
    const refs = await git.keepRescueRefs({ ...record, path: checkout }, await this.worktrees.options(record))
    if (refs.length === 0)
      throw new FailureError('conflict', 'Not freed: its repository keeps no commit of it.', { threadId, commonDir })
    const archive = await rescue.archiveOf(record, clock.now())
    this.worktrees.rows.reach(threadId, 'archiving', { archive })
    const archiveBytes = await rescue.archive(record, folder, archive)
    await rescue.verify(folder, archive)
    await git.lockRegistration(commonDir, checkout)
    store.commit((tx) => {
      this.worktrees.rows.write(tx, threadId, { archive, archiveBytes })
      this.worktrees.rows.putStep(threadId, 'free', VERIFIED, { archive, before: 'discarded' })
    })
  }

  /** @param partly whether an earlier removal may have removed a part of it */
  private async remove(threadId: string, partly: boolean): Promise<Freed> {
    const { rescue, store } = this.parts
    const record = this.worktrees.record(threadId)
    const { archive, rescuedTo } = record
    if (archive === null) throw new Error(`a folder was to be removed without an archive: ${threadId}`)
    let bytesFreed = 0
    try {
      if (rescuedTo !== null) bytesFreed = await rescue.remove(record, rescuedTo, archive, partly)
    } catch (error) {
      // Where nothing was removed, the folder is what it was. Otherwise this is gone on with at the next start.
      const isWhole = !partly && error instanceof FailureError && error.failure.begun === false
      if (isWhole) await this.undo(threadId)
      throw error
    }
    this.worktrees.rows.end(threadId, 'freed', {
      facts: { rescuedTo: null, bytes: null },
      write: (tx) =>
        changeThread(store, tx, threadId, { stateReason: `Discarded; its folder is archived at ${archive}.` }),
    })
    return { worktree: worktreeView(this.worktrees.record(threadId)), bytesFreed, archive }
  }

  private async undo(threadId: string): Promise<void> {
    const archive = this.parts.store.worktreeSteps.get(threadId)?.data.archive
    if (typeof archive === 'string') await this.parts.rescue.dropDraft(archive)
    this.worktrees.rows.end(threadId, 'freed')
  }
}
