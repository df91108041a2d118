// One piece of work for all who ask for it before it has begun.

/**
 * Work that many may want at once and that takes a picture of something: whoever asks gets a picture taken after they asked,
 * and all who ask before it is begun share it. Of one key, one piece of work runs at a time.
 */
export class Joined<T> {
  private readonly running = new Map<string, Promise<unknown>>()
  private readonly waiting = new Map<string, Promise<T>>()

  join(key: string, work: () => Promise<T>): Promise<T> {
    const there = this.waiting.get(key)
    if (there) return there
    const promise = this.runNext(key, work)
    this.waiting.set(key, promise)
    return promise
  }

  private async runNext(key: string, work: () => Promise<T>): Promise<T> {
    // Those who ask in the same breath are to find it waiting.
    await new Promise<void>((resolve) => setImmediate(resolve))
    await Promise.allSettled([this.running.get(key)])
    this.waiting.delete(key)
    const mine = work()
    this.running.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.running.get(key) === mine) this.running.delete(key)
    }
  }
}
