// A clock that a test moves: timers run in the order of their time, and whoever waits for them runs before the next one.
import type { Clock } from '../main/services/ports/clock'

interface Timer {
  at: number
  action: () => void
}

export class ManualClock implements Clock {
  private timers: Timer[] = []

  constructor(private at = 1_000_000) {}

  now(): number {
    return this.at
  }

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.at + ms, action }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }

  /** Milliseconds from now until each timer that is set, soonest first. */
  waits(): number[] {
    return this.timers.map((timer) => timer.at - this.at).sort((a, b) => a - b)
  }

  /** Moves on, running what falls due. */
  async advance(ms: number): Promise<void> {
    const end = this.at + ms
    for (;;) {
      await settleMicrotasks()
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.timers = this.timers.filter((other) => other !== next)
      this.at = Math.max(this.at, next.at)
      next.action()
    }
    this.at = end
    await settleMicrotasks()
  }
}

/** Lets everything that is ready to go on go on. */
function settleMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
