// Who sends next when requests wait for a place: a person's thread before the workers, sessions in turn, oldest first.
import type { ThreadKind } from '../../shared/domain/thread'

/** Whom a person waits for comes first: the thread they talk to, then a branch, then what works in the background. */
const RANKS = ['main', 'branch', 'worker'] as const
export type Rank = (typeof RANKS)[number]

/** So often in a row somebody of a higher rank goes first while others wait; then one of those has its turn. */
export const MOST_PASSED_OVER = 7

export interface InLine {
  rank: Rank
  sessionId: string
  /** When it began to wait; epoch milliseconds. A request that comes back after a refusal keeps its age. */
  since: number
}

/** The rank of a thread's requests. */
export function rankOf(kind: ThreadKind): Rank {
  return kind === 'main' || kind === 'branch' ? kind : 'worker'
}

/**
 * The line of one account. Within a rank each session sends one in turn, so that fifty forks of one session do not hold up
 * the only one of another. Nobody starves: those of lower rank have every eighth place at the latest, the longest wait first.
 */
export class WaitingLine<T extends InLine> {
  /** Of each rank the sessions that wait, in the order of their turns: a map keeps the order of its keys. */
  private readonly ranks = new Map<Rank, Map<string, T[]>>(RANKS.map((rank) => [rank, new Map()]))
  private passedOver = 0
  private length = 0

  get size(): number {
    return this.length
  }

  add(waiter: T): void {
    const sessions = this.sessions(waiter.rank)
    const own = sessions.get(waiter.sessionId) ?? []
    const after = own.findLastIndex((other) => other.since <= waiter.since)
    own.splice(after + 1, 0, waiter)
    sessions.set(waiter.sessionId, own)
    this.length++
  }

  /** Takes one out that waits no longer. Answers whether it stood in line. */
  remove(waiter: T): boolean {
    const sessions = this.sessions(waiter.rank)
    const own = sessions.get(waiter.sessionId)
    const at = own?.indexOf(waiter) ?? -1
    if (!own || at < 0) return false
    own.splice(at, 1)
    if (own.length === 0) sessions.delete(waiter.sessionId)
    this.length--
    return true
  }

  /** Takes out the one whose turn it is; undefined: nobody waits. */
  take(): T | undefined {
    const waiting = RANKS.filter((rank) => this.sessions(rank).size > 0)
    const [first, ...others] = waiting
    if (!first) return undefined
    if (others.length === 0) this.passedOver = 0
    else if (this.passedOver < MOST_PASSED_OVER) this.passedOver++
    else {
      this.passedOver = 0
      return this.takeOf(others.reduce((a, b) => (this.oldest(b) < this.oldest(a) ? b : a)))
    }
    return this.takeOf(first)
  }

  /** All who wait, in no particular order. */
  all(): T[] {
    return [...this.ranks.values()].flatMap((sessions) => [...sessions.values()].flat())
  }

  private takeOf(rank: Rank): T | undefined {
    const sessions = this.sessions(rank)
    for (const [sessionId, own] of sessions) {
      const waiter = own.shift()
      sessions.delete(sessionId)
      if (own.length > 0) sessions.set(sessionId, own)
      this.length--
      return waiter
    }
    return undefined
  }

  private oldest(rank: Rank): number {
    return Math.min(...[...this.sessions(rank).values()].map((own) => own[0]?.since ?? Number.POSITIVE_INFINITY))
  }

  private sessions(rank: Rank): Map<string, T[]> {
    const sessions = this.ranks.get(rank)
    if (!sessions) throw new Error(`there is no rank ${rank}`)
    return sessions
  }
}
