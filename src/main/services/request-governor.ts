// The governor: the one place that retries, waits and counts requests, for all threads of an account.
import type { HostParts } from './host-parts'
import { type ModelFault, ModelFaultError } from './ports/model-client'

export interface Waiting {
  fault: ModelFault
  untilAt: number
}

export interface GovernedCall<T> {
  /** One attempt; `n` counts from 1. Every attempt is a request of its own in the ledger. */
  attempt(n: number): Promise<T>
  /** Told before each wait, so that the thread can say until when it waits and why. */
  onWait(waiting: Waiting): void
  signal: AbortSignal
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 120_000
/** Walls of 429 and 529 last minutes; a worker waits rather than fails. */
const PATIENCE_MS = 45 * 60_000
const MOST_TRIES_OF_OTHERS = 5

/** Waits out what passes, tells what does not. */
export class RequestGovernor {
  /** Until when the provider asked all of us to wait. */
  private pausedUntil = 0

  constructor(private readonly parts: Pick<HostParts, 'clock' | 'log'>) {}

  /**
   * Runs attempts until one succeeds.
   *
   * @throws ModelFaultError for what waiting does not mend, the signal's reason on an abort, and whatever an attempt throws
   */
  async run<T>(call: GovernedCall<T>): Promise<T> {
    const startedAt = this.parts.clock.now()
    for (let n = 1; ; n++) {
      await this.waitUntil(this.pausedUntil, call.signal)
      try {
        return await call.attempt(n)
      } catch (error) {
        if (call.signal.aborted) throw call.signal.reason
        if (!(error instanceof ModelFaultError) || !this.mayRetry(error.fault, n, startedAt)) throw error
        const untilAt = this.nextTry(error.fault, n)
        call.onWait({ fault: error.fault, untilAt })
        await this.waitUntil(untilAt, call.signal)
      }
    }
  }

  private mayRetry(fault: ModelFault, n: number, startedAt: number): boolean {
    if (!fault.retryable) return false
    const wall = fault.kind === 'rate-limited' || fault.kind === 'overloaded'
    return wall ? this.parts.clock.now() - startedAt < PATIENCE_MS : n < MOST_TRIES_OF_OTHERS
  }

  /** A rate limit pauses the whole account; other faults only the one thread. Jitter keeps threads apart. */
  private nextTry(fault: ModelFault, n: number): number {
    const now = this.parts.clock.now()
    const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (n - 1)) * (0.5 + Math.random() / 2)
    const untilAt = now + Math.ceil(fault.retryAfterMs ?? backOff)
    if (fault.kind === 'rate-limited' && fault.retryAfterMs !== null)
      this.pausedUntil = Math.max(this.pausedUntil, untilAt)
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
