import type { RecordedRequest } from '../server/recorded-request'
import type { RequestPredicate } from '../server/request-log'
import type { Fault } from './fault'

export type FaultPlan = {
  /** The next `times` requests fail like this. */
  next: (fault: Fault, times?: number) => void
  /** Requests that match fail like this, `times` of them (all by default). */
  when: (matches: RequestPredicate, fault: Fault, times?: number) => void
  /** No more faults. */
  clear: () => void
}

type Armed = { matches: RequestPredicate; fault: Fault; left: number }

/** The faults still to come. Each request meets at most one; the one armed first wins. */
export class ArmedFaults implements FaultPlan {
  #armed: Armed[] = []

  next(fault: Fault, times = 1): void {
    this.#armed.push({ matches: () => true, fault, left: times })
  }

  when(matches: RequestPredicate, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#armed.push({ matches, fault, left: times })
  }

  clear(): void {
    this.#armed = []
  }

  /** The fault this request meets, used up by asking. */
  take(request: RecordedRequest): Fault | null {
    const armed = this.#armed.find((each) => each.matches(request))
    if (armed === undefined) return null
    armed.left -= 1
    if (armed.left <= 0) this.#armed = this.#armed.filter((each) => each !== armed)
    return armed.fault
  }
}
