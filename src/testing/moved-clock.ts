// The machine's clock, which a test can also move on: for whole hosts, whose work takes real time.
import type { Clock } from '../main/services/ports/clock'

interface Timer {
  at: number
  run: () => void
}

export class MovedClock implements Clock {
  private ahead = 0
  private readonly timers = new Set<Timer>()

  /** @param base what it shows before it is moved; a constant makes a clock that stands still between its moves */
  constructor(private readonly base: () => number = Date.now) {}

  now(): number {
    return this.base() + this.ahead
  }

  after(ms: number, action: () => void): () => void {
    const drop = () => {
      clearTimeout(real)
      this.timers.delete(timer)
    }
    const run = () => {
      drop()
      action()
    }
    const timer: Timer = { at: this.now() + ms, run }
    const real = setTimeout(run, ms)
    this.timers.add(timer)
    return drop
  }

  /** Time goes by and nothing runs, as while a machine sleeps; what fell due runs with the next move. */
  sleep(ms: number): void {
    this.ahead += ms
  }

  /** Moves on at once; what falls due on the way runs at its time, in order. */
  advance(ms: number): void {
    const end = this.now() + ms
    for (;;) {
      const next = [...this.timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.ahead += Math.max(0, next.at - this.now())
      next.run()
    }
    this.ahead += Math.max(0, end - this.now())
  }
}
