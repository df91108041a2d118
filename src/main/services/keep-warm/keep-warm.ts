// Keeping prefixes warm: a person's choice with a price and an end. It never sends what nobody was told the price of.
import { KEEPS_NOTHING, keepWarmPrice, nextRefresh, refreshPrice } from '../../../core/pricing/keep-warm-price'
import type { StoredEvent } from '../../../shared/contract/events'
import { FailureError } from '../../../shared/contract/failure'
import type { KeepWarmPrice } from '../../../shared/domain/keep-warm'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { KeepWarmRecord, ThreadRecord } from '../../store/records'
import type { BackgroundWork } from '../background-work'
import type { RequestGovernor } from '../governor/request-governor'
import type { HostParts } from '../host-parts'
import { assertWithinBudgets, limitMet } from '../ledger/budgets'
import { ModelFaultError } from '../ports/model-client'
import { projectOfThread, threadOf } from '../threads'
import { isStoreFull } from '../turn/patient-commit'
import { waitingText } from '../turn/waiting-text'
import { announceThread } from '../views'
import { type KeptPrefix, prefixToKeep } from './kept-prefix'
import { sendRefresh } from './send-refresh'

const MINUTE_MS = 60_000
/** A full disk is tried again after so long; nothing is sent that could not be stored. */
const AGAIN_MS = 1_000

const WENT_COLD = 'It went cold before it could be read again; writing it anew was not agreed.'

/** Thrown in place of an attempt that would cost what nobody agreed to. */
class WentCold extends Error {}

/** A thread that is kept warm now; another choice for the same thread makes another one. */
interface Kept {
  /** Whether the next refresh may write all of it: a person saw that price. */
  mayWrite: boolean
  /** Whether a refresh is under way or waits for its place: a second one would be paid for nothing. */
  sending: boolean
  cancel(): void
}

export class KeepWarm {
  private readonly kept = new Map<string, Kept>()
  private readonly abort = new AbortController()

  constructor(
    private readonly parts: HostParts,
    private readonly governor: Pick<RequestGovernor, 'run'>,
    private readonly background: BackgroundWork,
  ) {
    parts.store.onEvents((events) => this.hear(events))
  }

  /** What keeping a thread warm from now on would cost; null where there is nothing to keep. */
  forecast(thread: ThreadRecord, minutes: number): KeepWarmPrice | null {
    const prefix = prefixToKeep(this.parts.store, thread)
    return typeof prefix === 'string' ? null : this.price(prefix, minutes)
  }

  /**
   * Keeps what a thread sent last in the cache for so many minutes from now. Another choice replaces the one before.
   *
   * @returns what it will cost
   * @throws FailureError `thread.running`, `conflict` where there is nothing to keep, `budget.exceeded`, `provider.no_key`
   */
  async start(threadId: string, minutes: number): Promise<KeepWarmPrice> {
    const { store } = this.parts
    await this.parts.provider(projectOfThread(store, threadOf(store, threadId)).id)
    const thread = threadOf(store, threadId)
    const prefix = this.demand(thread)
    const price = this.price(prefix, minutes)
    this.kept.get(threadId)?.cancel()
    const kept: Kept = { mayWrite: prefix.warmUntil <= this.parts.clock.now(), sending: false, cancel: () => {} }
    this.kept.set(threadId, kept)
    this.plan(kept, prefix, {
      threadId,
      state: 'on',
      untilAt: price.untilAt ?? 0,
      nextAt: null,
      refreshes: 0,
      reason: null,
    })
    return price
  }

  /** Sends nothing more to keep a thread warm, and says nothing more about it. Harmless where nothing is kept. */
  stop(threadId: string): KeepWarmPrice {
    threadOf(this.parts.store, threadId)
    this.end(threadId, null)
    return KEEPS_NOTHING
  }

  /** Ends without a word; the next start of the app tells that it is off. */
  close(): void {
    this.abort.abort(new Error('the app closes'))
    for (const kept of this.kept.values()) kept.cancel()
    this.kept.clear()
  }

  /** A thread that sends keeps itself warm; one that is gone needs nothing; a raised limit lets go on what paused for it. */
  private hear(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (event.type === 'settings.changed') this.recheck()
      const sends = event.type === 'turn.changed' && event.turn.state === 'running'
      const gone = event.type === 'thread.changed' && event.thread.state === 'discarded'
      if (sends || gone) this.end(event.threadId, null)
    }
  }

  private recheck(): void {
    for (const [threadId, kept] of this.kept)
      if (this.parts.store.keepWarms.get(threadId)?.state === 'paused') this.refreshSoon(threadId, kept)
  }

  private price(prefix: KeptPrefix, minutes: number): KeepWarmPrice {
    const nowMs = this.parts.clock.now()
    return keepWarmPrice(prefix, nowMs + minutes * MINUTE_MS, nowMs)
  }

  private demand(thread: ThreadRecord): KeptPrefix {
    const facts = { threadId: thread.id, state: thread.state }
    if (LIVE_STATES.has(thread.state))
      throw new FailureError('thread.running', 'This thread does something: it keeps itself warm.', facts)
    if (thread.state === 'discarded') throw new FailureError('conflict', 'This thread was discarded.', facts)
    const prefix = prefixToKeep(this.parts.store, thread)
    if (typeof prefix === 'string') throw new FailureError('conflict', prefix, facts)
    assertWithinBudgets(this.parts, thread, refreshPrice(prefix, this.parts.clock.now()).nanoUsd)
    return prefix
  }

  /** Stores how it stands and sets the alarm: for the next refresh, or for the end. */
  private plan(kept: Kept, prefix: KeptPrefix, record: KeepWarmRecord): void {
    const nextAt = nextRefresh(prefix.warmUntil, record.untilAt, this.parts.clock.now())
    this.tell({ ...record, state: 'on', nextAt, reason: null })
    this.alarm(kept, record.threadId, nextAt ?? record.untilAt)
  }

  private alarm(kept: Kept, threadId: string, at: number): void {
    kept.cancel()
    kept.cancel = this.parts.clock.after(Math.max(0, at - this.parts.clock.now()), () =>
      this.refreshSoon(threadId, kept),
    )
  }

  private refreshSoon(threadId: string, kept: Kept): void {
    if (kept.sending) return
    kept.cancel()
    this.background.start('keep-warm.refresh', threadId, async () => {
      try {
        await this.refresh(threadId, kept)
      } catch (error) {
        if (!this.holds(threadId, kept)) throw error
        if (!isStoreFull(error)) {
          this.end(threadId, 'A fault of the app ended it.')
          throw error
        }
        this.alarm(kept, threadId, this.parts.clock.now() + AGAIN_MS)
      }
    })
  }

  private async refresh(threadId: string, kept: Kept): Promise<void> {
    const { store } = this.parts
    const thread = threadOf(store, threadId)
    const record = store.keepWarms.get(threadId)
    const prefix = prefixToKeep(store, thread)
    if (!record || !this.holds(threadId, kept)) return
    if (record.untilAt <= this.parts.clock.now()) return this.end(threadId, null)
    if (typeof prefix === 'string') return this.end(threadId, prefix)
    if (this.isCold(thread, kept))
      return this.end(threadId, record.reason ? `${record.reason} ${WENT_COLD}` : WENT_COLD)
    const limit = limitMet(this.parts, thread, refreshPrice(prefix, this.parts.clock.now()).nanoUsd)
    if (limit) return this.pause(kept, record, prefix, limit)
    const problem = await this.send(thread, kept, prefix)
    if (!this.holds(threadId, kept)) return
    if (problem !== null) return this.end(threadId, problem)
    kept.mayWrite = false
    const after = prefixToKeep(store, threadOf(store, threadId))
    if (typeof after === 'string') return this.end(threadId, after)
    this.plan(kept, after, { ...record, refreshes: record.refreshes + 1 })
  }

  /** Answers in one sentence why it was not sent; null when it was. */
  private async send(thread: ThreadRecord, kept: Kept, prefix: KeptPrefix): Promise<string | null> {
    const { parts } = this
    const { signal } = this.abort
    kept.sending = true
    try {
      const provider = await parts.provider(projectOfThread(parts.store, thread).id)
      await this.governor.run({
        account: provider.baseUrl,
        rank: 'worker',
        sessionId: thread.sessionId,
        signal,
        onWait: (waiting) => {
          const record = parts.store.keepWarms.get(thread.id)
          if (record && this.holds(thread.id, kept))
            this.tell({ ...record, state: 'paused', reason: waitingText(waiting) })
        },
        attempt: (go) => {
          if (!this.holds(thread.id, kept) || this.isCold(thread, kept)) throw new WentCold()
          return sendRefresh(parts, thread, prefix, { provider, signal, go })
        },
      })
      return null
    } catch (error) {
      if (error instanceof WentCold || signal.aborted) return WENT_COLD
      if (error instanceof ModelFaultError) return error.fault.message
      if (error instanceof FailureError && !isStoreFull(error)) return error.failure.message
      throw error
    } finally {
      kept.sending = false
    }
  }

  /** Waits, within what is still warm, for the person to raise the limit. */
  private pause(kept: Kept, record: KeepWarmRecord, prefix: KeptPrefix, reason: string): void {
    this.tell({ ...record, state: 'paused', reason })
    this.alarm(kept, record.threadId, prefix.warmUntil)
  }

  private holds(threadId: string, kept: Kept): boolean {
    return this.kept.get(threadId) === kept
  }

  private isCold(thread: ThreadRecord, kept: Kept): boolean {
    const prefix = prefixToKeep(this.parts.store, thread)
    return !kept.mayWrite && (typeof prefix === 'string' || prefix.warmUntil <= this.parts.clock.now())
  }

  private tell(record: KeepWarmRecord): void {
    const { store } = this.parts
    store.commit((tx) => {
      store.keepWarms.put(record)
      announceThread(store, tx, record.threadId)
    })
  }

  /** @param reason what the person is told where it ends before its time; null: nothing is left to say */
  private end(threadId: string, reason: string | null): void {
    const { store } = this.parts
    const record = store.keepWarms.get(threadId)
    if (record && reason !== null) this.tell({ ...record, state: 'ended', nextAt: null, reason })
    else if (record)
      store.commit((tx) => {
        store.keepWarms.remove(threadId)
        announceThread(store, tx, threadId)
      })
    this.kept.get(threadId)?.cancel()
    this.kept.delete(threadId)
  }
}

const OFF_SINCE_RESTART = 'Off since the app was started again; nothing was sent meanwhile.'

/** Nothing is kept warm on the quiet by an app that was started again: what was kept is off, and says so. */
export function keepNothingWarm({ store }: Pick<HostParts, 'store'>): void {
  store.commit((tx) => {
    for (const record of store.keepWarms.all()) {
      if (record.state === 'ended') continue
      store.keepWarms.put({ ...record, state: 'ended', nextAt: null, reason: OFF_SINCE_RESTART })
      announceThread(store, tx, record.threadId)
    }
  })
}
