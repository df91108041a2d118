// Lets one through in each turn of the event loop: what is asked for at once is not done in one go. Whoever comes alone passes at once.

export class Turnstile {
  /** Settled when the turn of the last one who came is over; null: nobody came in this turn. */
  private over: Promise<void> | null = null

  /** Resolves when all who came before have passed, each in a turn of the event loop of its own. */
  pass(): Promise<void> {
    const mine = this.over ?? Promise.resolve()
    const over: Promise<void> = mine
      .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
      .then(() => {
        if (this.over === over) this.over = null
      })
    this.over = over
    return mine
  }
}
