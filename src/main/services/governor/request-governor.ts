// The governor: the one place that retries, waits and counts requests, for all threads of an account.
import type { RateLimit } from '../../../core/governor/rate-limit'
import type { Rank } from '../../../core/governor/waiting-line'
import type { HostParts } from '../host-parts'
import { type ModelFault, ModelFaultError } from '../ports/model-client'
import { AccountGate, isWall, type Place, type Waiting } from './account-gate'

/** What one attempt is told. */
export interface Go {
  /** Whether `onWait` was told something that no longer holds. */
  waited: boolean
  /** Whether a fault of this attempt would be waited out and the request sent again. */
  willRetry(fault: ModelFault): boolean
  /** To be told as soon as the provider has taken the request, with what it says of its limits. */
  accepted(limits: readonly RateLimit[]): void
}

export interface GovernedCall<T> {
  /** Whose limits it counts against: a limit of one provider holds up no request to another. */
  account: string
  /** Who goes first when not all may: by rank, then sessions in turn, then the oldest. */
  rank: Rank
  sessionId: string
  /** One attempt, a request of its own in the ledger. */
  attempt(go: Go): Promise<T>
  /** Told whenever what it waits for changes, so that the thread can say until when it waits and why. */
  onWait(waiting: Waiting): void
  signal: AbortSignal
}

const FIRST_WAIT_MS = 1_000
const LEAST_ASKED_MS = 10
const LONGEST_WAIT_MS = 120_000
/** Walls of 429 and 529 last minutes; a worker waits rather than fails. */
const PATIENCE_MS = 45 * 60_000
const MOST_TRIES_OF_OTHERS = 5
/** So much later than asked, at most, does one come back that was asked to for itself. */
const SPREAD = 0.1

/** What a provider asks for, but longer each time: one that says "at once" for ever shall not be asked without a break. */
function withoutHurry(fault: ModelFault, n: number): ModelFault {
  const least = Math.min(LONGEST_WAIT_MS, LEAST_ASKED_MS * 2 ** (n - 1))
  return fault.retryAfterMs === null ? fault : { ...fault, retryAfterMs: Math.max(least, fault.retryAfterMs) }
}

/** Waits out what passes, tells what does not. */
export class RequestGovernor {
  private readonly gates = new Map<string, AccountGate>()

  constructor(private readonly parts: Pick<HostParts, 'clock' | 'log'>) {}

  /**
   * Runs attempts until one succeeds, each when it is the call's turn.
   *
   * @throws ModelFaultError for what waiting does not mend, the signal's reason on an abort, and whatever an attempt throws
   */
  async run<T>(call: GovernedCall<T>): Promise<T> {
    const gate = this.gateOf(call.account)
    const since = this.parts.clock.now()
    const { rank, sessionId, signal } = call
    let waited = false
    for (let n = 1; ; n++) {
      const place = await gate.enter({ rank, sessionId, since, signal, onWait: (waiting) => call.onWait(waiting) })
      waited ||= place.told
      const answer = await this.attempt(call, place, n, {
        waited,
        willRetry: (fault) => this.mayRetry(fault, n, since),
        accepted: (limits) => place.accepted(limits),
      })
      if ('value' in answer) return answer.value
      if (!this.mayRetry(answer.error.fault, n, since)) throw answer.error
      waited = true
      await this.backOff(call, gate, answer.fault, n)
    }
  }

  /** One attempt in its place, which is free again before anybody waits. */
  private async attempt<T>(
    call: GovernedCall<T>,
    place: Place,
    n: number,
    go: Go,
  ): Promise<{ value: T } | { fault: ModelFault; error: ModelFaultError }> {
    try {
      return { value: await call.attempt(go) }
    } catch (error) {
      if (call.signal.aborted) throw call.signal.reason
      if (!(error instanceof ModelFaultError)) throw error
      const fault = withoutHurry(error.fault, n)
      place.refused(fault)
      return { fault, error }
    } finally {
      place.leave()
    }
  }

  /** Waits for itself, unless its fault has paused the whole account: then the gate lets it in when that is over. */
  private async backOff<T>(call: GovernedCall<T>, gate: AccountGate, fault: ModelFault, n: number): Promise<void> {
    const asked = fault.retryAfterMs
    if (fault.kind === 'rate-limited' && asked !== null && gate.isPaused()) {
      this.parts.log.info('request.waits', { kind: fault.kind, status: fault.status, ms: asked, tries: n })
      return
    }
    const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (n - 1)) * (0.5 + Math.random() / 2)
    const ms = Math.ceil(asked === null ? own : asked * (1 + Math.random() * SPREAD))
    const untilAt = this.parts.clock.now() + ms
    this.parts.log.info('request.waits', { kind: fault.kind, status: fault.status, ms, tries: n })
    call.onWait({ fault, untilAt })
    await this.waitUntil(untilAt, call.signal)
  }

  private mayRetry(fault: ModelFault, n: number, startedAt: number): boolean {
    if (!fault.retryable) return false
    return isWall(fault) ? this.parts.clock.now() - startedAt < PATIENCE_MS : n < MOST_TRIES_OF_OTHERS
  }

  private gateOf(account: string): AccountGate {
    const gate = this.gates.get(account) ?? new AccountGate(this.parts.clock)
    this.gates.set(account, gate)
    return gate
  }

  private waitUntil(at: number, signal: AbortSignal): Promise<void> {
    const ms = at - this.parts.clock.now()
    if (signal.aborted) return Promise.reject(signal.reason)
    if (ms <= 0) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const abort = () => {
        cancel()
        reject(signal.reason)
      }
      const cancel = this.parts.clock.after(ms, () => {
        signal.removeEventListener('abort', abort)
        resolve()
      })
      signal.addEventListener('abort', abort, { once: true })
    })
  }
}
