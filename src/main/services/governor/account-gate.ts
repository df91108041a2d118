// The gate of one account: how many of its requests are under way, who waits for a place, until when the provider wants none.
import { type RateLimit, usedUpLimit } from '../../../core/governor/rate-limit'
import { SendBound } from '../../../core/governor/send-bound'
import { type InLine, WaitingLine } from '../../../core/governor/waiting-line'
import type { Clock } from '../ports/clock'
import type { ModelFault } from '../ports/model-client'

/** Why a request waits, and until when where that is known; null: until others have made way for it. */
export interface Waiting {
  fault: ModelFault
  untilAt: number | null
}

/** Who asks for a place. */
export interface Caller extends InLine {
  /** Told as often as what it waits for changes; a short wait for a place is not worth a word. */
  onWait(waiting: Waiting): void
  signal: AbortSignal
}

/** A place, held from before a request is sent until it has ended. */
export interface Place {
  /** Whether the caller was told of a wait that is over now. */
  told: boolean
  /** The provider took the request, and said how its limits stand. */
  accepted(limits: readonly RateLimit[]): void
  /** The provider did not take it; where it says when to come back, the whole account waits until then. */
  refused(fault: ModelFault): void
  /** Gives the place to the next; once is enough, more often does no harm. */
  leave(): void
}

interface Waiter extends Caller {
  told: boolean
  go(): void
  cancelWord(): void
}

interface Pause {
  fault: ModelFault
  untilAt: number
  /** Those who waited leave one after the other within so much time: together they would meet the same limit again. */
  spreadMs: number
}

const SPREAD = 0.1
const LONGEST_SPREAD_MS = 60_000
/** A shorter wait for a place is not mentioned. */
const WORTH_A_WORD_MS = 3_000
/** Nor is a pause told anew that is prolonged by less. */
const LEAST_TOLD_MS = 1_000

/** Whether the provider itself asks for patience, by its limits or its load. */
export function isWall(fault: ModelFault): boolean {
  return fault.kind === 'rate-limited' || fault.kind === 'overloaded'
}

export class AccountGate {
  private readonly line = new WaitingLine<Waiter>()
  private readonly bound = new SendBound()
  private underWay = 0
  private pause: Pause | null = null
  /** The last refusal: what the shortage of places is owed to. */
  private lastWall: ModelFault | null = null
  private nextAt = 0
  private cancelAlarm: () => void = () => {}

  constructor(private readonly clock: Clock) {}

  /** Resolves with a place when it is the caller's turn; rejects with the signal's reason on an abort. */
  async enter(caller: Caller): Promise<Place> {
    if (caller.signal.aborted) throw caller.signal.reason
    const told = await this.turnOf(caller)
    return this.place(told)
  }

  /** Whether nobody may send now, since the provider said when to come back. */
  isPaused(): boolean {
    return this.pause !== null && this.pause.untilAt > this.clock.now()
  }

  private turnOf(caller: Caller): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.line.remove(waiter)
        waiter.cancelWord()
        this.pump()
        reject(caller.signal.reason)
      }
      const waiter: Waiter = {
        ...caller,
        told: false,
        cancelWord: () => {},
        go: () => {
          waiter.cancelWord()
          caller.signal.removeEventListener('abort', abort)
          resolve(waiter.told)
        },
      }
      caller.signal.addEventListener('abort', abort, { once: true })
      this.line.add(waiter)
      this.tellPause(waiter)
      this.wordLater(waiter)
      this.pump()
    })
  }

  private place(told: boolean): Place {
    const request = this.bound.send()
    let held = true
    return {
      told,
      accepted: (limits) => {
        this.bound.accepted(request)
        const limit = usedUpLimit(limits)
        if (limit) this.pauseFor(limit.resetMs, limitFault(limit))
      },
      refused: (fault) => {
        if (!isWall(fault)) return
        this.lastWall = fault
        this.bound.refused(request, this.underWay, this.clock.now())
        if (fault.kind === 'rate-limited' && fault.retryAfterMs !== null) this.pauseFor(fault.retryAfterMs, fault)
      },
      leave: () => {
        if (!held) return
        held = false
        this.underWay--
        this.pump()
      },
    }
  }

  /** Nobody sends before the time the provider gave, and a little longer: other programs wait for the same moment. */
  private pauseFor(ms: number, fault: ModelFault): void {
    const spreadMs = Math.min(LONGEST_SPREAD_MS, ms * SPREAD) / 2
    const untilAt = this.clock.now() + Math.ceil(ms + Math.random() * spreadMs)
    const before = this.pause?.untilAt ?? 0
    if (untilAt <= before) return
    this.pause = { fault, untilAt, spreadMs }
    this.lastWall = fault
    // A wave of refusals prolongs it by milliseconds, time and again; nobody reads those.
    const worthAWord = untilAt - before >= LEAST_TOLD_MS
    for (const waiter of this.line.all()) {
      if (worthAWord) this.tellPause(waiter)
      this.wordLater(waiter)
    }
    this.pump()
  }

  /** Lets go as many as may go now, and comes back when the next may. */
  private pump(): void {
    this.cancelAlarm()
    this.cancelAlarm = () => {}
    while (this.line.size > 0) {
      const now = this.clock.now()
      const opensAt = Math.max(this.pause?.untilAt ?? 0, this.nextAt)
      if (opensAt > now) {
        this.cancelAlarm = this.clock.after(opensAt - now, () => this.pump())
        return
      }
      if (this.underWay >= this.bound.places(now)) return
      const next = this.line.take()
      if (!next) return
      this.underWay++
      this.nextAt = now + this.gap(now)
      next.go()
    }
  }

  /** Milliseconds between two who leave after a pause: what is left of its spread, shared by those who wait. */
  private gap(now: number): number {
    if (!this.pause || this.line.size === 0) return 0
    const left = this.pause.untilAt + this.pause.spreadMs - now
    return Math.max(0, Math.floor(left / this.line.size))
  }

  private tellPause(waiter: Waiter): void {
    if (!this.pause || !this.isPaused()) return
    // Nobody was refused, and it is over in a moment.
    if (this.pause.fault.status === null && this.pause.untilAt - this.clock.now() < WORTH_A_WORD_MS) return
    this.tell(waiter, this.pause)
  }

  private tell(waiter: Waiter, waiting: Waiting): void {
    waiter.told = true
    waiter.onWait({ fault: waiting.fault, untilAt: waiting.untilAt })
  }

  /** Says after a while why one waits for a place though no time was given: only where the provider is the cause. */
  private wordLater(waiter: Waiter): void {
    waiter.cancelWord()
    const now = this.clock.now()
    const open = this.pause ? Math.max(0, this.pause.untilAt + this.pause.spreadMs - now) : 0
    waiter.cancelWord = this.clock.after(open + WORTH_A_WORD_MS, () => {
      if (this.lastWall && this.bound.isLowered(this.clock.now()))
        this.tell(waiter, { fault: this.lastWall, untilAt: null })
    })
  }
}

const WORDS: Record<RateLimit['of'], string> = {
  requests: 'requests',
  tokens: 'tokens',
  'input-tokens': 'input tokens',
  'output-tokens': 'output tokens',
}

/** A limit that is used up, told like the refusal that the next request would meet. */
function limitFault({ of }: RateLimit): ModelFault {
  return {
    kind: 'rate-limited',
    status: null,
    message: `Its limit of ${WORDS[of]} per minute is used up`,
    requestId: null,
    retryAfterMs: null,
    retryable: true,
  }
}
