// The governor: the one place that retries, waits and counts requests, for all threads of an account.
import type { HostParts } from './host-parts'
import { type ModelFault, ModelFaultError } from './ports/model-client'

export interface Waiting {
  fault: ModelFault
  untilAt: number
}

/** What one attempt is told. */
export interface Go {
  /** Whether `onWait` was told something that no longer holds. */
  waited: boolean
  /** Whether a fault of this attempt would be waited out and the request sent again. */
  willRetry(fault: ModelFault): boolean
}

export interface GovernedCall<T> {
  /** Whose limits it counts against: a limit of one provider holds up no request to another. */
  account: string
  /** One attempt, a request of its own in the ledger. */
  attempt(go: Go): Promise<T>
  /** Told before each wait, so that the thread can say until when it waits and why. */
  onWait(waiting: Waiting): void
  signal: AbortSignal
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 120_000
/** Walls of 429 and 529 last minutes; a worker waits rather than fails. */
const PATIENCE_MS = 45 * 60_000
const MOST_TRIES_OF_OTHERS = 5
/** So much later than asked, at most, does each waiting thread come back: together they would meet the same limit again. */
const SPREAD = 0.1

interface Pause {
  fault: ModelFault
  untilAt: number
  spreadMs: number
}

/** Whether the provider itself asks for patience: such walls last minutes. */
function isWall(fault: ModelFault): boolean {
  return fault.kind === 'rate-limited' || fault.kind === 'overloaded'
}

/** Waits out what passes, tells what does not. */
export class RequestGovernor {
  /** Until when a provider asked all of us to wait, by account. */
  private readonly pauses = new Map<string, Pause>()

  constructor(private readonly parts: Pick<HostParts, 'clock' | 'log'>) {}

  /**
   * Runs attempts until one succeeds.
   *
   * @throws ModelFaultError for what waiting does not mend, the signal's reason on an abort, and whatever an attempt throws
   */
  async run<T>(call: GovernedCall<T>): Promise<T> {
    const startedAt = this.parts.clock.now()
    let waited = false
    for (let n = 1; ; n++) {
      if (await this.sitOutPause(call)) waited = true
      try {
        return await call.attempt({ waited, willRetry: (fault) => this.mayRetry(fault, n, startedAt) })
      } catch (error) {
        if (call.signal.aborted) throw call.signal.reason
        if (!(error instanceof ModelFaultError) || !this.mayRetry(error.fault, n, startedAt)) throw error
        const untilAt = this.nextTry(call.account, error.fault, n)
        call.onWait({ fault: error.fault, untilAt })
        await this.waitUntil(untilAt, call.signal)
        waited = true
      }
    }
  }

  /** Waits while the account is paused, however often that is prolonged meanwhile. Answers whether it was. */
  private async sitOutPause<T>(call: GovernedCall<T>): Promise<boolean> {
    let waited = false
    for (;;) {
      const pause = this.pauses.get(call.account)
      if (!pause || pause.untilAt <= this.parts.clock.now()) return waited
      waited = true
      const untilAt = pause.untilAt + Math.ceil(Math.random() * pause.spreadMs)
      call.onWait({ fault: pause.fault, untilAt })
      await this.waitUntil(untilAt, call.signal)
    }
  }

  private mayRetry(fault: ModelFault, n: number, startedAt: number): boolean {
    if (!fault.retryable) return false
    const wall = isWall(fault)
    return wall ? this.parts.clock.now() - startedAt < PATIENCE_MS : n < MOST_TRIES_OF_OTHERS
  }

  /** A rate limit pauses the whole account; other faults only the one thread. Never earlier than the provider asked. */
  private nextTry(account: string, fault: ModelFault, n: number): number {
    const now = this.parts.clock.now()
    const asked = fault.retryAfterMs
    const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (n - 1)) * (0.5 + Math.random() / 2)
    if (fault.kind === 'rate-limited' && asked !== null) {
      const pause = { fault, untilAt: now + Math.ceil(asked), spreadMs: asked * SPREAD }
      if (pause.untilAt > (this.pauses.get(account)?.untilAt ?? 0)) this.pauses.set(account, pause)
    }
    const untilAt = now + Math.ceil(asked === null ? backOff : asked * (1 + Math.random() * SPREAD))
    this.parts.log.info('request.waits', { kind: fault.kind, status: fault.status, ms: untilAt - now, tries: n })
    return untilAt
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
