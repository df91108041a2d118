// Bringing discarded worktrees back: folder, registration and thread as they were.
import { dirname } from 'node:path'
import type { CommandResult } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import { type WorktreeState, worktreeState } from '../../../shared/domain/worktree'
import { PRESENT_STATES } from '../../../shared/domain/worktree-states'
import type { WorktreeRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import type { Rescue } from '../ports/rescue'
import { threadOf } from '../threads'
import { changeThread, type ThreadPatch, worktreeView } from '../views'
import type { Worktrees } from '../worktrees'

type Restored = CommandResult<'worktree.restore'>
type Parts = Pick<HostParts, 'store' | 'git'> & { rescue: Rescue }
type Source = Restored['from']

export class Restoring {
  constructor(
    private readonly parts: Parts,
    private readonly worktrees: Worktrees,
  ) {}

  /**
   * Brings a discarded worktree back to its place, from its folder, else from its archive, else from what its refs keep.
   * Repeated, it answers what was done.
   *
   * @throws FailureError `conflict` when its place is taken, `worktree.missing` when nothing or no repository is left,
   *   `worktree.busy`, `store.full`; it stays discarded then, and nothing of it is lost
   */
  async restore(threadId: string): Promise<Restored> {
    this.worktrees.record(threadId)
    return this.worktrees.takeAway(threadId, () => this.bringBack(threadId))
  }

  /** Goes on with a restore that was cut off, from wherever it stood. The caller has the worktree alone. */
  async finish(threadId: string): Promise<Restored> {
    const { git } = this.parts
    const record = this.worktrees.record(threadId)
    const { from, before } = this.begun(threadId)
    const folder = await this.folderFor(record, from)
    let head: string
    try {
      head = (await git.restoreWorktree(record, { ...(await this.worktrees.options(record)), from: folder })).head
    } catch (error) {
      const hasMoved = folder !== null && !(await this.parts.rescue.exists(folder))
      if (!hasMoved) this.worktrees.rows.end(threadId, 'restore-undone', { before })
      throw error
    }
    this.worktrees.rows.end(threadId, 'restored', {
      facts: { head, rescuedTo: null, rescuedAt: null, threadBefore: null },
      write: (tx) => this.tellThread(tx, record),
    })
    await this.worktrees.refresh(threadId)
    return this.answer(threadId, from)
  }

  private async bringBack(threadId: string): Promise<Restored> {
    const record = this.worktrees.record(threadId)
    if (record.state === 'restored') return this.answer(threadId, record.archive === null ? 'rescued' : 'archive')
    if (record.state === 'restoring') return this.finish(threadId)
    if (PRESENT_STATES.has(record.state) || record.state === 'missing')
      throw new FailureError('conflict', 'This worktree is not discarded.', { threadId })
    await this.refuseTaken(record)
    const from = await this.sourceOf(record)
    this.worktrees.rows.begin(threadId, 'restore', 'restore-begun', { from })
    return this.finish(threadId)
  }

  /** Before anything is unpacked. */
  private async refuseTaken(record: WorktreeRecord): Promise<void> {
    const { path, threadId } = record
    const verdict = await this.parts.git.verifyWorktree(record)
    if (verdict.ok || verdict.state !== 'replaced' || (await this.isBack(record))) return
    const why = `something else is at its place: ${verdict.reason}`
    throw new FailureError('conflict', `Not restored: ${why}.`, { threadId, path })
  }

  /**
   * A folder whose removal had begun is not all of it any more: then the archive counts. One that is not where it was
   * noted may have been moved by hand, and says itself whose it is.
   */
  private async sourceOf(record: WorktreeRecord): Promise<Source> {
    const { store, rescue } = this.parts
    const { threadId, rescuedTo, archive } = record
    const isPartial = store.worktreeSteps.get(threadId)?.operation === 'free'
    if (rescuedTo !== null && !isPartial && (await rescue.exists(rescuedTo))) return 'rescued'
    if (await this.isBack(record)) return 'rescued'
    if (archive !== null && (await rescue.exists(archive))) return 'archive'
    const found = isPartial ? null : await this.findFolder(record)
    if (found === null) return 'refs'
    this.worktrees.change(threadId, { rescuedTo: found })
    return 'rescued'
  }

  /** Whether somebody moved its folder back by hand. */
  private async isBack(record: WorktreeRecord): Promise<boolean> {
    return (await this.ownFolders(record)).includes(dirname(record.path))
  }

  private async findFolder(record: WorktreeRecord): Promise<string | null> {
    return (await this.ownFolders(record)).find((folder) => folder !== dirname(record.path)) ?? null
  }

  private async ownFolders({ threadId, nonce }: WorktreeRecord): Promise<string[]> {
    const folders = await this.parts.rescue.survey()
    return folders.flatMap(({ path, place, owner }) =>
      place !== 'restoring' && owner?.nonce === nonce && owner.threadId === threadId ? [path] : [],
    )
  }

  private async folderFor(record: WorktreeRecord, from: Source): Promise<string | null> {
    const { store, rescue } = this.parts
    const { threadId } = record
    if (from === 'rescued') return record.rescuedTo
    if (from === 'refs') return null
    const known = store.worktreeSteps.get(threadId)?.data.folder
    if (typeof known === 'string') return known
    try {
      const folder = await rescue.unpack(record, record.archive ?? '')
      this.worktrees.rows.reach(threadId, 'unpacked', { folder })
      return folder
    } catch (error) {
      this.worktrees.rows.end(threadId, 'restore-undone', { before: 'discarded' })
      throw error
    }
  }

  private begun(threadId: string): { from: Source; before: WorktreeState } {
    const data = this.parts.store.worktreeSteps.get(threadId)?.data
    const from = data?.from === 'archive' || data?.from === 'refs' ? data.from : 'rescued'
    return { from, before: worktreeState.safeParse(data?.before).data ?? 'discarded' }
  }

  private answer(threadId: string, from: Source): Restored {
    const record = this.worktrees.record(threadId)
    return { worktree: worktreeView(record), path: record.path, from }
  }

  private tellThread(tx: Commit, { threadId, threadBefore }: WorktreeRecord): void {
    changeThread(this.parts.store, tx, threadId, threadBefore ?? this.asItsTurnsSay(threadId))
  }

  /** A thread that was discarded by a version which did not note how it stood. */
  private asItsTurnsSay(threadId: string): ThreadPatch {
    const { store } = this.parts
    const { kind } = threadOf(store, threadId)
    const last = store.turns.ofThread(threadId).at(-1)
    if (last && last.state !== 'done')
      return {
        state: 'interrupted',
        stateReason: 'Interrupted before it was discarded.',
        resumable: true,
        endedAt: null,
      }
    const talks = kind === 'main' || kind === 'branch'
    return { state: talks ? 'idle' : 'done', stateReason: null, resumable: false }
  }
}
