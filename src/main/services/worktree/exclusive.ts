/** One at a time for each worktree: who merges it, takes it away or brings it back has it alone. */
export class Exclusive {
  private readonly held = new Map<string, Promise<unknown>>()

  /** Whether somebody has it right now. */
  has(threadId: string): boolean {
    return this.held.has(threadId)
  }

  /** All that is under way. */
  underWay(): Promise<unknown>[] {
    return [...this.held.values()]
  }

  /**
   * Runs `work` after whoever had it before, and after what `after` names.
   *
   * @param after asked when it is our turn
   */
  async run<T>(threadId: string, after: () => readonly unknown[], work: () => Promise<T>): Promise<T> {
    for (let other = this.held.get(threadId); other; other = this.held.get(threadId)) await Promise.allSettled([other])
    const mine = Promise.allSettled(after()).then(work)
    this.held.set(threadId, mine)
    try {
      return await mine
    } finally {
      this.held.delete(threadId)
    }
  }
}
