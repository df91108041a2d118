// Who runs in which worktree: heard from the events of threads, so that no way of starting or ending one is forgotten.
import { nextState } from '../../../core/worktree/worktree-machine'
import type { StoredEvent } from '../../../shared/contract/events'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import { threadState } from '../../../shared/domain/thread'
import type { WorktreeRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { isStoreFull } from '../turn/patient-commit'
import type { WorktreeRows } from './worktree-rows'

export class WorktreeUse {
  /** Live threads, each with the thread whose worktree it works in; null: in none. */
  private readonly places = new Map<string, string | null>()

  /**
   * @param placeOf the thread whose worktree a thread works in
   */
  constructor(
    private readonly parts: Pick<HostParts, 'store'>,
    private readonly rows: WorktreeRows,
    private readonly placeOf: (threadId: string) => string | null,
  ) {
    parts.store.onEvents((events) => this.hear(events))
  }

  /** Takes stock at the start: what is said to be in use and is not any more rests. */
  takeStock(): void {
    const { store } = this.parts
    const live = threadState.options.filter((state) => LIVE_STATES.has(state))
    for (const thread of store.threads.inStates(live)) this.places.set(thread.id, this.placeOf(thread.id))
    for (const { threadId } of store.worktrees.list()) this.settle(threadId)
  }

  /** The live threads that work in a worktree. */
  users(worktreeOf: string): string[] {
    return [...this.places].flatMap(([threadId, place]) => (place === worktreeOf ? [threadId] : []))
  }

  /** What a worktree is while it is used, or at rest, as far as it is known. Null: as it is. */
  eventFor(record: WorktreeRecord): 'used' | 'rested-dirty' | 'rested-clean' | null {
    const used = this.users(record.threadId).length > 0
    const event = used ? 'used' : record.uncommitted > 0 ? 'rested-dirty' : 'rested-clean'
    const next = nextState(record.state, event)
    return 'refusal' in next || next.state === record.state ? null : event
  }

  private hear(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (event.type !== 'thread.changed' && event.type !== 'thread.created') continue
      const live = LIVE_STATES.has(event.thread.state)
      if (live === this.places.has(event.threadId)) continue
      const place = live ? this.placeOf(event.threadId) : (this.places.get(event.threadId) ?? null)
      if (live) this.places.set(event.threadId, place)
      else this.places.delete(event.threadId)
      if (place !== null) this.settle(place)
    }
  }

  /** Only says how things stand: neither waits for the disk nor fails where it is full. */
  private settle(worktreeOf: string): void {
    const record = this.parts.store.worktrees.get(worktreeOf)
    const event = record && this.eventFor(record)
    if (!event) return
    try {
      this.parts.store.commit((tx) => this.rows.happen(tx, worktreeOf, event), 'process')
    } catch (error) {
      if (!isStoreFull(error)) throw error
    }
  }
}
