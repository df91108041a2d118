// Tells listeners what was committed, in the order of the commits, also when a listener commits while it listens.
import type { StoredEvent } from '../../shared/contract/events'

export type EventListener = (events: readonly StoredEvent[]) => void

export class Publisher {
  readonly #listeners = new Set<EventListener>()
  readonly #waiting: (readonly StoredEvent[])[] = []
  readonly #onListenerError: (error: unknown) => void
  #publishing = false

  constructor(onListenerError: (error: unknown) => void) {
    this.#onListenerError = onListenerError
  }

  /** Adds a listener; the returned function removes it. The same function added twice hears twice. */
  add(listener: EventListener): () => void {
    const entry: EventListener = (events) => listener(events)
    this.#listeners.add(entry)
    return () => {
      this.#listeners.delete(entry)
    }
  }

  /** Publishes to everyone who listens now; a listener that throws is reported and breaks nobody else. */
  publish(events: readonly StoredEvent[]): void {
    if (events.length === 0) return
    this.#waiting.push(events)
    if (this.#publishing) return
    this.#publishing = true
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#tellAll(next)
    } finally {
      this.#publishing = false
    }
  }

  #tellAll(events: readonly StoredEvent[]): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(events)
      } catch (error) {
        this.#onListenerError(error)
      }
    }
  }
}
