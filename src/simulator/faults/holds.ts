// Points at which a test stops an answer until it lets it go.

import type { RecordedRequest } from '../server/recorded-request'
import type { RequestPredicate } from '../server/request-log'

export type HoldOptions = {
  /** Where to stop: before the first byte (default), or after so many events. */
  afterEvents?: number
  /** How many matching requests are stopped; 1 by default. */
  count?: number
}

export type Hold = {
  /** Resolves with the first request that stands at this point. */
  arrived: Promise<RecordedRequest>
  /** Every request that stood here so far. */
  held: RecordedRequest[]
  /** Lets go whoever stands here, and stops nobody any more. */
  release: () => void
}

type ArmedHold = Hold & {
  matches: RequestPredicate
  afterEvents: number
  left: number
  arrive: (request: RecordedRequest) => void
  released: Promise<void>
}

/** One answer's way past its holds. */
export type HoldPoints = { at: (events: number) => Promise<void> | null }

export class Holds {
  #armed: ArmedHold[] = []

  /** Arms a hold. */
  add(matches: RequestPredicate, options: HoldOptions = {}): Hold {
    const arrival = Promise.withResolvers<RecordedRequest>()
    const release = Promise.withResolvers<void>()
    const hold: ArmedHold = {
      matches,
      afterEvents: options.afterEvents ?? 0,
      left: options.count ?? 1,
      held: [],
      arrived: arrival.promise,
      arrive: arrival.resolve,
      released: release.promise,
      release: () => {
        this.#armed = this.#armed.filter((each) => each !== hold)
        release.resolve()
      },
    }
    this.#armed.push(hold)
    return hold
  }

  /** The holds this request will meet. */
  claim(request: RecordedRequest): HoldPoints {
    const mine = this.#armed.filter((hold) => hold.left > 0 && hold.matches(request))
    for (const hold of mine) hold.left -= 1
    return {
      at: (events) => {
        const here = mine.filter((hold) => hold.afterEvents === events)
        if (here.length === 0) return null
        for (const hold of here) {
          hold.held.push(request)
          hold.arrive(request)
        }
        return Promise.all(here.map((hold) => hold.released)).then(() => undefined)
      },
    }
  }

  /** Lets everybody go. */
  releaseAll(): void {
    for (const hold of [...this.#armed]) hold.release()
  }
}
