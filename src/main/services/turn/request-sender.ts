// Sending: a request is planned, waits for its leave and its place, and is attempted until it succeeds.
import { rankOf } from '../../../core/governor/waiting-line'
import { ASK_FOR_COMPACTION } from '../../../core/wire/compaction-block'
import { WireMemory } from '../../../core/wire/wire-memory'
import type { Waiting } from '../governor/account-gate'
import { RequestGovernor } from '../governor/request-governor'
import type { HostParts, Provider } from '../host-parts'
import { forecastOf } from '../ledger/request-forecast'
import { threadOf } from '../threads'
import { changeThread, type ThreadPatch } from '../views'
import { BodyMemory } from './body-memory'
import { CacheQuestion } from './cache-question'
import type { ReadyEpoch } from './epochs'
import { type AttemptResult, attemptRequest } from './request-attempt'
import { planRequest, type RequestPlan } from './request-plan'
import type { Run } from './run'
import { Turnstile } from './turnstile'
import { whileWaiting } from './waiting-text'

export interface SenderEvents {
  /**
   * Resolves when a thread may send: siblings wait for the one that goes first; with whether that one has written what they
   * share. Rejects with the signal's reason. Null: it need not wait.
   */
  leave(threadId: string, signal: AbortSignal): Promise<boolean> | null
  /** What a request of the thread wrote to the cache can be read from now on; resolves when those who waited have sent. */
  onReadable(threadId: string): Promise<void>
}

/** The next step of a turn, the same after the model paused it, or the provider's summary of it all. */
export type Purpose = 'step' | 'after-pause' | 'summary'

type Forecast = ReturnType<typeof forecastOf>

/** A request that is ready but for the fields after its messages. */
interface Planned {
  purpose: Purpose
  ready: ReadyEpoch
  provider: Provider
  planOf(tailJson: string): RequestPlan
}

export class RequestSender {
  /** Shared by all that sends for an account, so that one limit holds for all of it. */
  readonly governor: RequestGovernor
  private readonly cacheQuestion: CacheQuestion
  private readonly planning = new Turnstile()
  private readonly wire = new WireMemory()
  private readonly bodies = new BodyMemory()
  /** How many get ready, and how many wait for their leader. */
  private coming = 0
  private held = 0

  /**
   * @param isCurrent whether a run still is its thread's: what an old one waited for changes nothing any more
   */
  constructor(
    private readonly parts: HostParts,
    private readonly events: () => SenderEvents,
    private readonly isCurrent: (run: Run) => boolean,
  ) {
    this.governor = new RequestGovernor(parts)
    this.cacheQuestion = new CacheQuestion(parts)
  }

  /**
   * Sends the next request of a run and reads its answer to the end.
   *
   * @throws what `attemptRequest` throws and waiting does not mend
   */
  async send(run: Run, ready: ReadyEpoch, provider: Provider, purpose: Purpose): Promise<AttemptResult> {
    const { signal } = run.abort
    await this.pass(provider)
    signal.throwIfAborted()
    const planned = { purpose, ready, provider, planOf: this.planner(run, ready, purpose) }
    // Before it waits: when it may go, it goes. Only this run changes what its thread sends next.
    planned.planOf(
      purpose === 'summary'
        ? ASK_FOR_COMPACTION
        : this.cacheQuestion.tailOf(provider, threadOf(this.parts.store, run.threadId), ready.epoch),
    )
    run.gotReady.resolve()
    const forecast = await this.leave(run, planned)
    run.steps++
    return this.govern(run, { ...planned, forecast })
  }

  /** Siblings that get ready together would hold the loop for the plans of all; meanwhile each gets its connection. */
  private async pass({ baseUrl }: Provider): Promise<void> {
    this.coming++
    if (this.coming > 1) this.parts.client.warm(baseUrl, this.coming)
    await this.planning.pass()
    this.coming--
  }

  /** Waits until the run may send; what can be got ready meanwhile is. Answers the forecast, where its leader has made it true. */
  private async leave({ threadId, abort }: Run, { ready, provider }: Planned): Promise<Forecast | null> {
    const leave = this.events().leave(threadId, abort.signal)
    if (!leave) return null
    this.held++
    try {
      this.parts.client.warm(provider.baseUrl, this.held)
      const [led, forecast] = await Promise.all([leave, this.forecastWhenLed(threadId, ready)])
      return led ? forecast : null
    } finally {
      this.held--
    }
  }

  private async forecastWhenLed(threadId: string, ready: ReadyEpoch): Promise<Forecast> {
    return forecastOf(this.parts, threadOf(this.parts.store, threadId), ready, { siblingWrote: true })
  }

  private planner(run: Run, ready: ReadyEpoch, purpose: Purpose): (tailJson: string) => RequestPlan {
    const parts = { ...this.parts, wire: this.wire, bodies: this.bodies }
    let plan: RequestPlan | null = null
    return (tailJson) => {
      if (plan?.tailJson !== tailJson)
        plan = planRequest(parts, threadOf(parts.store, run.threadId), ready, tailJson, purpose !== 'step')
      return plan
    }
  }

  private govern(
    run: Run,
    { purpose, ready, provider, planOf, forecast }: Planned & { forecast: Forecast | null },
  ): Promise<AttemptResult> {
    const { parts } = this
    const { kind, sessionId } = threadOf(parts.store, run.threadId)
    const { signal } = run.abort
    return this.governor.run({
      account: provider.baseUrl,
      rank: rankOf(kind),
      sessionId,
      signal,
      onWait: (waiting) => this.waiting(run, waiting),
      attempt: ({ waited, willRetry, accepted }) => {
        if (waited) this.change(run, { state: 'streaming', stateReason: null })
        const thread = threadOf(parts.store, run.threadId)
        const attempt = (tailJson: string) =>
          attemptRequest(parts, {
            thread,
            turnId: run.turnId,
            runId: run.id,
            ready,
            plan: planOf(tailJson),
            forecast,
            provider,
            signal,
            willRetry,
            onAccepted: accepted,
            onReadable: () => this.events().onReadable(run.threadId),
            onLive: (live) => {
              run.live = live
            },
          })
        return purpose === 'summary'
          ? attempt(ASK_FOR_COMPACTION)
          : this.cacheQuestion.ask(provider, thread, ready.epoch, attempt)
      },
    })
  }

  private waiting(run: Run, waiting: Waiting): void {
    if (this.isCurrent(run)) run.live = null
    this.change(run, whileWaiting(waiting))
  }

  private change(run: Run, patch: ThreadPatch): void {
    const { store } = this.parts
    if (this.isCurrent(run)) store.commit((tx) => changeThread(store, tx, run.threadId, patch), 'process')
  }
}
