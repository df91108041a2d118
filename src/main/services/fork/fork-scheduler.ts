// The fork scheduler: who runs, who waits in line, who waits for its leader.
import { LeaderGate } from '../../../core/fork/leader-gate'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import { usedUp } from '../ledger/budgets'
import { threadOf } from '../threads'
import { isStoreFull } from '../turn/patient-commit'
import type { TurnRunner } from '../turn/turn-runner'
import { changeThread } from '../views'
import type { Worktrees } from '../worktrees'

/** A thread's turn that is to run. */
export interface LineEntry {
  threadId: string
  turnId: string
}

export class ForkScheduler {
  private readonly line: LineEntry[] = []
  private readonly busy = new Map<string, LineEntry>()
  private readonly gate = new LeaderGate()
  private readonly holds = new Map<string, () => void>()

  constructor(
    private readonly parts: HostParts,
    private readonly runner: TurnRunner,
    private readonly worktrees: Worktrees,
  ) {}

  /** Puts turns in line, in order; each starts when a place is free. */
  enqueue(entries: readonly LineEntry[]): void {
    this.line.push(...entries)
    this.pump()
  }

  /** There may be more places than before. */
  fill(): void {
    this.pump()
  }

  /** Whether a thread waits here for its start. */
  waits(threadId: string): boolean {
    return this.line.some((entry) => entry.threadId === threadId) || this.holds.has(threadId)
  }

  /** Takes a waiting thread out; answers the turn it would have run. */
  withdraw(threadId: string): string | null {
    const at = this.line.findIndex((entry) => entry.threadId === threadId)
    const entry = at >= 0 ? this.line.splice(at, 1)[0] : this.holds.has(threadId) ? this.busy.get(threadId) : undefined
    if (!entry) return null
    this.ended(threadId)
    return entry.turnId
  }

  /** What a thread wrote to the cache can be read: its siblings leave. */
  readable(threadId: string): void {
    for (const next of this.gate.readable(threadId)) this.go(next)
  }

  /** A thread's run has ended: its place is free, and when it led in vain the next one leads. */
  ended(threadId: string): void {
    this.holds.get(threadId)?.()
    this.holds.delete(threadId)
    this.busy.delete(threadId)
    for (const next of this.gate.left(threadId)) this.go(next)
    this.pump()
  }

  private pump(): void {
    const places = this.parts.settings()['fork.concurrency']
    while (this.busy.size < places) {
      const entry = this.line.shift()
      if (!entry) break
      this.busy.set(entry.threadId, entry)
      this.launch(entry)
    }
    this.tellPlaces()
  }

  private launch(entry: LineEntry): void {
    const { store, clock } = this.parts
    const thread = threadOf(store, entry.threadId)
    const settings = this.parts.settings()
    if (usedUp(this.parts, thread)) {
      // It pauses before its first request: no worktree is made for it, and it leads nobody.
      this.start(entry)
      return
    }
    this.worktrees.begin(thread.id)
    const gated =
      settings['fork.gate'] === 'group' && thread.groupId !== null && store.requests.last(thread.id) === undefined
    if (!gated || this.gate.join(thread.groupId ?? '', thread.id) === 'go') {
      this.start(entry)
      return
    }
    this.tell((tx) =>
      changeThread(store, tx, thread.id, {
        state: 'warming',
        stateReason: 'Waits for its sibling to write the shared part.',
      }),
    )
    this.holds.set(
      thread.id,
      clock.after(settings['fork.gateHoldMs'], () => {
        if (this.gate.release(thread.id)) this.go(thread.id)
      }),
    )
  }

  private go(threadId: string): void {
    const entry = this.busy.get(threadId)
    this.holds.get(threadId)?.()
    this.holds.delete(threadId)
    if (entry && !this.runner.running(threadId)) this.start(entry)
  }

  private start(entry: LineEntry): void {
    this.runner.start(entry.threadId, entry.turnId)
  }

  private tellPlaces(): void {
    const { store } = this.parts
    const changed = this.line.flatMap((entry, n) => {
      const thread = threadOf(store, entry.threadId)
      const reason = `Number ${n + 1} in line.`
      return thread.state === 'queued' && thread.stateReason === reason ? [] : [{ id: thread.id, reason }]
    })
    if (changed.length === 0) return
    this.tell((tx) => {
      for (const { id, reason } of changed) changeThread(store, tx, id, { state: 'queued', stateReason: reason })
    })
  }

  /** What a thread waits for is only said: a full disk shall not keep it from its place. */
  private tell(work: (tx: Commit) => void): void {
    try {
      this.parts.store.commit(work)
    } catch (error) {
      if (!isStoreFull(error)) throw error
    }
  }
}
