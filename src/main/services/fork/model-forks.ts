// Forks that a thread's model starts: all calls of one message are one launch.
import { NESTED_REFUSAL } from '../../../core/fork/fork-guard'
import { FailureError } from '../../../shared/contract/failure'
import type { Isolation } from '../../../shared/domain/thread'
import type { ThreadRecord, ToolCallRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import type { ToolOutcome } from '../ports/tools'
import { projectOfThread } from '../threads'
import { closeCall } from '../turn/results'
import type { ForkScheduler, LineEntry } from './fork-scheduler'
import type { Forks, PreparedForks } from './forks'
import { type ForkOrigin, modelOrigin } from './inheritance'
import { isNested } from './nested'

/** A fork that is thought out, or why there is none. */
type Prepared = { forks: PreparedForks } | { refusal: string }

const TITLE_CHARS = 100

export class ModelForks {
  constructor(
    private readonly parts: HostParts,
    private readonly others: { forks: Forks; scheduler: ForkScheduler },
  ) {}

  /**
   * Starts one fork per call and closes the calls; a fork, its first message and the answer to its call are one transaction:
   * after a crash all of them are there, or none. Siblings stand in the order of their calls. With the gate the first one is
   * on its way before the others are made, since all of them wait for it. An expected failure of one is its result and holds
   * up no other.
   *
   * @param isStopped asked when a fork would be stored: a call that was stopped meanwhile starts nothing and is left open
   */
  async launch(
    thread: ThreadRecord,
    calls: readonly ToolCallRecord[],
    isStopped: (call: ToolCallRecord) => boolean,
  ): Promise<void> {
    const { scheduler } = this.others
    const prepared = await this.prepareAll(thread, calls)
    const storeAll = (from: number, below: number) =>
      this.parts.store.commit((tx) =>
        calls.slice(from, below).flatMap((call, n) => {
          const mine = prepared[from + n]
          return mine && !isStopped(call) ? this.store(tx, thread, call, mine) : []
        }),
      )
    const first = scheduler.gated() ? 1 : calls.length
    const leaders = storeAll(0, first)
    scheduler.enqueue(leaders)
    if (first < calls.length) {
      await scheduler.handedOver(leaders)
      scheduler.enqueue(storeAll(first, calls.length))
      return
    }
    // Their thread goes on behind them, but not behind the worktrees that are made for some.
    const isIsolated = ({ threadId }: LineEntry) => this.parts.store.worktrees.get(threadId) !== undefined
    await scheduler.handedOver(leaders.filter((entry) => !isIsolated(entry)))
  }

  private async prepareAll(thread: ThreadRecord, calls: readonly ToolCallRecord[]): Promise<Prepared[]> {
    const { store } = this.parts
    const [first] = calls
    if (!first || isNested(this.parts, thread)) return calls.map(() => ({ refusal: NESTED_REFUSAL }))
    await this.parts.provider(projectOfThread(store, thread).id)
    const origin = modelOrigin(store, thread, first.turnId)
    const group = { groupId: this.groupOf(thread, first), groupSize: calls.length }
    return Promise.all(calls.map((call) => this.prepare(thread, call, group, origin)))
  }

  private async prepare(
    thread: ThreadRecord,
    call: ToolCallRecord,
    group: { groupId: string; groupSize: number },
    origin: ForkOrigin,
  ): Promise<Prepared> {
    const input = call.input as Record<string, unknown>
    const order = {
      parent: thread,
      turnId: call.turnId,
      directives: [String(input.prompt)],
      threadIds: [this.parts.ids.next('thread')], // minted in the order of the calls
      kind: 'fork' as const,
      ...(input.isolation === undefined ? {} : { isolation: input.isolation as Isolation }),
      reportBack: true,
      startedBy: 'model' as const,
      spawnToolUseId: call.toolUseId,
      title: String(input.description).slice(0, TITLE_CHARS),
      ...group,
      sendDirective: true,
    }
    try {
      return { forks: await this.others.forks.prepare(order, origin) }
    } catch (error) {
      if (error instanceof FailureError) return { refusal: `${error.failure.code}: ${error.message}` }
      throw error
    }
  }

  /** Stores one fork with the answer to its call; within the launch's commit. */
  private store(tx: Commit, thread: ThreadRecord, call: ToolCallRecord, prepared: Prepared): LineEntry[] {
    const { store } = this.parts
    // Closed while its fork was prepared: whoever did that has told the model that nothing was started.
    if (store.toolCalls.get(thread.id, call.toolUseId)?.resultJson !== null) return []
    if ('refusal' in prepared) {
      closeCall(this.parts, tx, call, { content: prepared.refusal, isError: true }, 'failed')
      return []
    }
    const [started] = this.others.forks.insert(tx, prepared.forks)
    if (!started) throw new Error('an order without a fork')
    this.showOnItem(call, started.threadId)
    closeCall(this.parts, tx, call, this.startedOutcome(call, started.threadId), 'done')
    return started.turnId === null ? [] : [{ threadId: started.threadId, turnId: started.turnId }]
  }

  private startedOutcome(call: ToolCallRecord, id: string): ToolOutcome {
    const worktree = this.parts.store.worktrees.get(id)
    const place = worktree ? ` It works in its own worktree on branch ${worktree.branch}.` : ''
    const { description } = call.input as { description?: unknown }
    return {
      content: `Fork ${id} (“${String(description)}”) was started in the background.${place} Its result will arrive as a task notification; do not wait for it, and do not do its work.`,
      isError: false,
    }
  }

  /** All forks of one message are siblings. */
  private groupOf(thread: ThreadRecord, call: ToolCallRecord): string {
    const message = this.parts.store.blocks
      .own(thread.id)
      .findLast((block) => block.toolUseId === call.toolUseId && block.type === 'tool_use')?.message
    return `grp_${this.parts.hash(`${thread.id}:${message ?? call.toolUseId}`).slice(0, 26)}`
  }

  /** The closing of the call announces the item with it. */
  private showOnItem(call: ToolCallRecord, childId: string): void {
    const { store, clock } = this.parts
    const item = store.items.get(call.itemId)
    if (item?.kind !== 'tool') return
    store.items.update({ ...item, startedAt: clock.now(), threadIds: [...(item.threadIds ?? []), childId] })
  }
}
