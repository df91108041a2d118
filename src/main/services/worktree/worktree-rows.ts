// The rows of worktrees: every change of state goes through the table of their life, and every change is announced.
import { nextState, type WorktreeEvent } from '../../../core/worktree/worktree-machine'
import { FailureError } from '../../../shared/contract/failure'
import type { WorktreeState } from '../../../shared/domain/worktree'
import type { WorktreeOperation, WorktreeRecord, WorktreeStepRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import { threadOf } from '../threads'
import { announceThread, worktreeView } from '../views'

/** What can be written beside the state; that only follows from what happens. */
export type WorktreeFacts = Partial<Omit<WorktreeRecord, 'threadId' | 'state'>>

type StepData = WorktreeStepRecord['data']

export class WorktreeRows {
  constructor(private readonly parts: Pick<HostParts, 'store' | 'clock'>) {}

  /** @throws FailureError `not_found` without such a thread, `worktree.missing` when it has no worktree of its own */
  record(threadId: string): WorktreeRecord {
    const record = this.parts.store.worktrees.get(threadId)
    if (!record) {
      threadOf(this.parts.store, threadId)
      throw new FailureError('worktree.missing', 'This thread has no worktree of its own.', { threadId })
    }
    return record
  }

  /** Writes facts and announces them, within a commit. */
  write(tx: Commit, threadId: string, facts: WorktreeFacts): void {
    this.put(tx, threadId, facts)
  }

  /**
   * Something happens to a worktree, within a commit.
   *
   * @param before the state its operation began in, for the end of one that was undone
   * @throws FailureError with the reason, where its state does not allow it
   */
  happen(tx: Commit, threadId: string, event: WorktreeEvent, facts: WorktreeFacts = {}, before?: WorktreeState): void {
    const next = nextState(this.record(threadId).state, event, before)
    if ('refusal' in next) throw new FailureError(next.refusal.code, next.refusal.reason, { threadId })
    this.put(tx, threadId, { ...facts, state: next.state })
  }

  /** Begins an operation: its beginning stands in the journal before anything is done. Answers the state it began in. */
  begin(threadId: string, operation: WorktreeOperation, event: WorktreeEvent, data: StepData = {}): WorktreeState {
    const before = this.record(threadId).state
    this.parts.store.commit((tx) => {
      this.happen(tx, threadId, event)
      this.putStep(threadId, operation, 'begun', { ...data, before })
    })
    return before
  }

  /** How far the operation has come, and what is known by now; stored before what comes next is done. */
  reach(threadId: string, step: string, data: StepData = {}): void {
    const { store } = this.parts
    const row = store.worktreeSteps.get(threadId)
    if (!row) throw new Error(`nothing is being done to the worktree of ${threadId}`)
    store.commit(() => store.worktreeSteps.put({ ...row, step, data: { ...row.data, ...data } }))
  }

  /** Ends an operation: what it came to and the end of its journal are one commit. */
  end(
    threadId: string,
    event: WorktreeEvent,
    also: { facts?: WorktreeFacts; before?: WorktreeState; write?(tx: Commit): void } = {},
  ): void {
    const { store } = this.parts
    store.commit((tx) => {
      this.happen(tx, threadId, event, also.facts, also.before)
      store.worktreeSteps.remove(threadId)
      also.write?.(tx)
    })
  }

  /** Writes a row of the journal, within a commit. */
  putStep(threadId: string, operation: WorktreeOperation, step: string, data: StepData): void {
    this.parts.store.worktreeSteps.put({ threadId, operation, step, data, beganAt: this.parts.clock.now() })
  }

  private put(tx: Commit, threadId: string, patch: WorktreeFacts & { state?: WorktreeState }): void {
    const { store } = this.parts
    store.worktrees.update(threadId, patch)
    const record = this.record(threadId)
    const { sessionId } = threadOf(store, threadId)
    tx.emit({ type: 'worktree.changed', sessionId, threadId, worktree: worktreeView(record) })
    announceThread(store, tx, threadId)
  }
}
