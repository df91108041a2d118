// The fork scheduler: who runs, who waits in line, who waits for its leader.
import { setImmediate } from 'node:timers/promises'
import { LeaderGate } from '../../../core/fork/leader-gate'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import { usedUp } from '../ledger/budgets'
import { threadOf } from '../threads'
import { isStoreFull } from '../turn/patient-commit'
import type { Start, TurnRunner } from '../turn/turn-runner'
import { changeThread } from '../views'
import type { Worktrees } from '../worktrees'
import { holdOf } from './gate-hold'
import { Hold } from './hold'

const WAITS_FOR_SIBLING = 'Waits for its sibling to write the shared part.'

/** A thread's turn that is to run. */
export interface LineEntry {
  threadId: string
  turnId: string
}

export class ForkScheduler {
  private readonly line: LineEntry[] = []
  private readonly busy = new Map<string, LineEntry>()
  private readonly gate = new LeaderGate()
  private readonly holds = new Map<string, Hold>()
  private readonly telling = new Set<Promise<void>>()

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

  /** Whether of a group one goes first. */
  gated(): boolean {
    return this.parts.settings()['fork.gate'] === 'group'
  }

  /** Resolves when those of these threads that found a place have handed over their requests, as far as they may. */
  async handedOver(entries: readonly LineEntry[]): Promise<void> {
    await Promise.all(entries.map(({ threadId }) => this.runner.gotReady(threadId)))
    await setImmediate() // what was handed over goes out
  }

  /** Settings were written: there may be more places than before, and no gate any more that held anybody. */
  settingsWritten(): void {
    if (!this.gated()) for (const threadId of [...this.holds.keys()]) this.startNow(threadId)
    this.pump()
  }

  /** Whether a thread waits here for its start. */
  waits(threadId: string): boolean {
    return this.line.some((entry) => entry.threadId === threadId)
  }

  /** Takes a waiting thread out; answers the turn it would have run. */
  withdraw(threadId: string): string | null {
    const at = this.line.findIndex((entry) => entry.threadId === threadId)
    const entry = at >= 0 ? this.line.splice(at, 1)[0] : undefined
    if (!entry) return null
    this.ended(threadId)
    return entry.turnId
  }

  /** A sibling that waits for its leader leaves without it. Answers whether it waited. */
  startNow(threadId: string): boolean {
    const waited = this.gate.release(threadId)
    if (waited) this.letGo([threadId], false)
    return waited
  }

  /** What a thread wrote to the cache can be read: its siblings leave. Resolves when they have handed over their requests. */
  async readable(threadId: string): Promise<void> {
    if (this.letGo(this.gate.readable(threadId), true)) await setImmediate()
  }

  /**
   * Resolves when a thread may send its request: with whether its leader has written what they share. Rejects with the signal's
   * reason. Null: it need not wait.
   */
  leave(threadId: string, signal: AbortSignal): Promise<boolean> | null {
    return this.holds.get(threadId)?.wait(signal) ?? null
  }

  /** A thread's run has ended: its place is free, and when it led in vain the next one leads. */
  ended(threadId: string): void {
    this.dropHold(threadId, false)
    this.busy.delete(threadId)
    this.letGo(this.gate.left(threadId), false)
    this.pump()
  }

  /** Resolves when all is told of those who were let go. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.telling)
  }

  private pump(): void {
    const places = this.parts.settings()['fork.concurrency']
    const starts: Start[] = []
    while (this.busy.size < places) {
      const entry = this.line.shift()
      if (!entry) break
      this.busy.set(entry.threadId, entry)
      starts.push({ ...entry, waits: this.prepare(entry.threadId) })
    }
    if (starts.length > 0) this.runner.startAll(starts)
    this.tellPlaces()
  }

  /** Gets a thread its worktree, and answers what it waits for before it sends; null: nothing. */
  private prepare(threadId: string): string | null {
    // With a limit used up it pauses before its first request: no worktree is made for it, and it leads nobody.
    if (usedUp(this.parts, threadOf(this.parts.store, threadId))) return null
    this.worktrees.begin(threadId)
    return this.hold(threadId) ? WAITS_FOR_SIBLING : null
  }

  /** Whether a thread has to wait for its leader; then it gets ready and is held before it sends. */
  private hold(threadId: string): boolean {
    const thread = threadOf(this.parts.store, threadId)
    const hold = holdOf(this.parts, thread)
    if (!hold || this.gate.join(thread.groupId ?? '', threadId) === 'go') return false
    this.holds.set(threadId, new Hold(this.parts.clock, hold.boundMs, () => this.startNow(threadId)))
    return true
  }

  /** What was held sends at once; that it does is told when it has. Answers whether anybody was. */
  private letGo(threadIds: readonly string[], led: boolean): boolean {
    const held = threadIds.filter((threadId) => this.holds.has(threadId))
    if (held.length === 0) return false
    for (const threadId of held) this.dropHold(threadId, led)
    const told = setImmediate().then(() => this.tellGone(held))
    this.telling.add(told)
    void told.finally(() => this.telling.delete(told))
    return true
  }

  private dropHold(threadId: string, led: boolean): void {
    this.holds.get(threadId)?.end(led)
    this.holds.delete(threadId)
  }

  private tellGone(threadIds: readonly string[]): void {
    const { store } = this.parts
    // One that was stopped and taken up again meanwhile may be held anew.
    const gone = threadIds.filter((id) => !this.holds.has(id) && store.threads.get(id)?.state === 'warming')
    if (gone.length === 0) return
    this.tell((tx) => {
      for (const threadId of gone) changeThread(store, tx, threadId, { state: 'streaming', stateReason: null })
    })
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
      this.parts.store.commit(work, 'process')
    } catch (error) {
      if (!isStoreFull(error)) throw error
    }
  }
}
