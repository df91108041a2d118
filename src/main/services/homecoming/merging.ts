// Bringing the files of a worktree home: who may be at work meanwhile, what the commits are called, what is told afterwards.
import { sep } from 'node:path'
import { nextState } from '../../../core/worktree/worktree-machine'
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import { threadState } from '../../../shared/domain/thread'
import { worktreeState } from '../../../shared/domain/worktree'
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
    const next = nextState(record.state, 'merge-begun')
    if ('refusal' in next) throw new FailureError(next.refusal.code, next.refusal.reason, { threadId: record.threadId })
    return this.parts.git.mergeWorktree(record, this.order(input), await this.worktrees.options(record))
  }

  private async bringHome(record: WorktreeRecord, input: MergeInput): Promise<MergeOutcome> {
    this.refuseBusy(record, input.into) // while others had the worktree, somebody may have begun
    const written = this.watch.writing(record.parentFolder)
    try {
      const outcome = await this.parts.git.mergeWorktree(
        record,
        this.order(input),
        await this.worktrees.options(record),
      )
      await this.noteParent(record)
      return outcome
    } finally {
      written()
    }
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

  /** A parent that works in a worktree of its own has other files now. */
  private async noteParent(record: WorktreeRecord): Promise<void> {
    const parent = this.parts.store.worktrees
      .list()
      .find((other) => other.path === record.parentFolder && PRESENT_STATES.has(other.state))
    if (!parent) return
    try {
      await this.worktrees.refresh(parent.threadId)
    } catch (error) {
      // The merge is done; what its card shows is read again when it is looked at.
      logIncident(this.parts.log, 'worktree.refresh', error, { threadId: parent.threadId })
    }
  }
}

/** At the start: what a killed process left half merged is finished or undone, and its worktree rests again. */
export async function recoverMerging(
  parts: Pick<HostParts, 'store' | 'git' | 'log'>,
  worktrees: Pick<Worktrees, 'rows'>,
): Promise<void> {
  try {
    for (const recovery of await parts.git.recoverMerges()) parts.log.info('merge.recovered', { ...recovery })
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
