// Lets one through at a time, with a turn of the event loop between two: what is asked for at once is not done in one go.

export class Turnstile {
  private last: Promise<void> = Promise.resolve()

  /** Resolves when all who came before have passed, each in a turn of the event loop of its own. */
  pass(): Promise<void> {
    this.last = this.last.then(() => new Promise((resolve) => setImmediate(resolve)))
    return this.last
  }
}
