// Sessions nobody sits at: what would be asked there is denied, except for what was allowed when they were begun.
import type { StoredEvent } from '../../shared/contract/events'
import type { GivenRule } from './ports/permissions'

const ENDS = new Set(['done', 'failed', 'interrupted'])

/**
 * Kept in memory alone: it lasts as long as somebody waits for the turn it was begun with. Whoever opens such a session later is
 * a person like any other.
 */
export class Unattended {
  private readonly allowed = new Map<string, readonly GivenRule[]>()

  /** @param always whether nobody can ever be asked here */
  constructor(private readonly always: boolean) {}

  /** Begins: from now on nobody is asked in this session. */
  begin(sessionId: string, allow: readonly string[]): void {
    const rules = allow.map((rule): GivenRule => {
      return { effect: 'allow', rule, scope: 'session', source: 'allowed for this one turn' }
    })
    this.allowed.set(sessionId, rules)
  }

  audience(sessionId: string): 'person' | 'nobody' {
    return this.always || this.allowed.has(sessionId) ? 'nobody' : 'person'
  }

  rulesOf(sessionId: string): readonly GivenRule[] {
    return this.allowed.get(sessionId) ?? []
  }

  /** Ends for sessions whose main thread's turn has ended, however it did. */
  heard(events: readonly StoredEvent[], mainThreadOf: (sessionId: string) => string | undefined): void {
    if (this.allowed.size === 0) return
    for (const event of events)
      if (
        event.type === 'turn.changed' &&
        ENDS.has(event.turn.state) &&
        mainThreadOf(event.sessionId) === event.threadId
      )
        this.allowed.delete(event.sessionId)
  }
}
