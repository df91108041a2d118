// Bringing the files of a worktree home: who may be at work meanwhile, what the commits are called, what is told afterwards.
import { sep } from 'node:path'
import { nextState } from '../../../core/worktree/worktree-machine'
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import { threadState } from '../../../shared/domain/thread'
import { PRESENT_STATES } from '../../../shared/domain/worktree-states'
import type { ThreadRecord, WorktreeRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import type { MergeOrder, MergeOutcome } from '../ports/merge'
import { threadOf } from '../threads'
import type { IsolationWatch } from '../turn/isolation-watch'
import { worktreeView } from '../views'
import type { Worktrees } from '../worktrees'

type MergeInput = ParsedInput<'worktree.merge'>
export type MergeResult = CommandResult<'worktree.merge'>

const LIVE = threadState.options.filter((state) => LIVE_STATES.has(state))
/** How much of a directive a commit message repeats. */
const DIRECTIVE_CHARS = 2_000

export class Merging {
  constructor(
    private readonly parts: Pick<HostParts, 'store' | 'git' | 'log'>,
    private readonly worktrees: Worktrees,
    private readonly watch: Pick<IsolationWatch, 'writing'>,
  ) {}

  /**
   * Merges a worktree, or only looks whether it would fit. Refused while its thread runs, or one that writes in the
   * destination's folder.
   *
   * @throws FailureError `worktree.conflict` with `files`, `worktree.busy`, `worktree.missing`, and as the port says
   */
  async merge(input: MergeInput): Promise<MergeResult> {
    const { threadId, check, mode } = input
    const record = this.worktrees.record(threadId)
    this.worktrees.refuseUsed(threadId)
    this.refuseBusy(record, input.into)
    const outcome = check
      ? await this.look(record, input)
      : await this.worktrees.withState(threadId, 'merging', ({ record: held }) => this.bringHome(held, input))
    const { folder, branch, commit, files, added, removed, refs, alreadyMerged, notes } = outcome
    const worktree = worktreeView(this.worktrees.record(threadId))
    const into = { folder, branch }
    return { worktree, mode, into, commit, files, added, removed, refs, checked: check, alreadyMerged, notes }
  }

  private async look(record: WorktreeRecord, input: MergeInput): Promise<MergeOutcome> {
    await this.requirePlace(input.into.kind === 'parent' ? this.parentWorktree(record) : undefined)
    const next = nextState(record.state, 'merge-begun')
    if ('refusal' in next) throw new FailureError(next.refusal.code, next.refusal.reason, { threadId: record.threadId })
    return this.parts.git.mergeWorktree(record, this.order(input), await this.worktrees.options(record))
  }

  private async bringHome(record: WorktreeRecord, input: MergeInput): Promise<MergeOutcome> {
    const parent = input.into.kind === 'parent' ? this.parentWorktree(record) : undefined
    const work = async () => {
      this.refuseBusy(record, input.into) // while others had a worktree, somebody may have begun
      await this.requirePlace(parent)
      const written = this.observed(record).map((folder) => this.watch.writing(folder))
      try {
        return await this.parts.git.mergeWorktree(record, this.order(input), await this.worktrees.options(record))
      } finally {
        for (const end of written) end()
      }
    }
    if (!parent) return work()
    // Nobody may take the destination away meanwhile. A child waits for its parent only: nobody waits in a circle.
    const outcome = await this.worktrees.takeAway(parent.threadId, work)
    await this.noteFiles(parent.threadId)
    return outcome
  }

  /** Checkouts that commands of forks are compared with: they share the refs that move now. */
  private observed({ commonDir }: WorktreeRecord): string[] {
    const siblings = this.parts.store.worktrees.list().filter((other) => other.commonDir === commonDir)
    return [...new Set(siblings.map(({ parentFolder }) => parentFolder))]
  }

  private order({ threadId, mode, into, paths, hunks, message, check }: MergeInput): MergeOrder {
    const thread = threadOf(this.parts.store, threadId)
    const subject = mode === 'merge' ? `Merge “${thread.title}”` : thread.title
    return {
      mode,
      into,
      paths,
      hunks,
      message: message ?? `${subject}\n\n${(thread.directive ?? '').slice(0, DIRECTIVE_CHARS)}`,
      uncommittedMessage: `Uncommitted work of “${thread.title}”`,
      check,
    }
  }

  /** What writes in the folder would be surprised, and would surprise. */
  private refuseBusy(record: WorktreeRecord, into: MergeOrder['into']): void {
    if (into.kind === 'branch') return
    const busy = this.parts.store.threads.inStates(LIVE).find((thread) => this.writesIn(thread, record.parentFolder))
    if (!busy) return
    throw new FailureError('worktree.busy', `“${busy.title}” works in ${record.parentFolder}; stop it first.`, {
      threadId: busy.id,
      folder: record.parentFolder,
    })
  }

  private writesIn(thread: ThreadRecord, checkout: string): boolean {
    if (thread.isolation === 'readonly') return false
    const { folder } = this.worktrees.place(thread)
    return folder === checkout || folder.startsWith(checkout + sep)
  }

  /** The worktree that is the destination, where that is no checkout of the person's. */
  private parentWorktree(record: WorktreeRecord): WorktreeRecord | undefined {
    return this.parts.store.worktrees.list().find(({ path }) => path === record.parentFolder)
  }

  /** @throws FailureError `worktree.missing` where the destination is a worktree and is not what it was */
  private async requirePlace(parent: WorktreeRecord | undefined): Promise<void> {
    if (!parent) return
    const { threadId, path, state } = this.worktrees.record(parent.threadId)
    const verdict = PRESENT_STATES.has(state) ? await this.parts.git.verifyWorktree(parent) : null
    if (verdict?.ok) return
    const why = verdict ? verdict.reason : `it is ${state}`
    throw new FailureError('worktree.missing', `Nothing can be merged into ${path}: ${why}.`, { threadId, path })
  }

  /** The destination has other files now. */
  private async noteFiles(threadId: string): Promise<void> {
    try {
      await this.worktrees.refresh(threadId)
    } catch (error) {
      // The merge is done; what its card shows is read again when it is looked at.
      logIncident(this.parts.log, 'worktree.refresh', error, { threadId })
    }
  }
}
