/** Runs actions on one path one after another, whoever asks; different paths do not wait for each other. */
export class PathQueue {
  private readonly tails = new Map<string, Promise<void>>()

  async run<T>(path: string, action: () => Promise<T>): Promise<T> {
    const before = this.tails.get(path)
    const result = before === undefined ? action() : before.then(action)
    // The next in line waits for the end of this one, not for its success.
    const tail = result.then(
      () => {},
      () => {},
    )
    this.tails.set(path, tail)
    try {
      return await result
    } finally {
      if (this.tails.get(path) === tail) this.tails.delete(path)
    }
  }
}
