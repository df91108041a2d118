// A commit: one transaction with its rows and events; what it says is heard after it, or never.
import type { EventBody, StoredEvent } from '../../shared/contract/events'
import type { Connection } from './connection'
import type { EventLog } from './event-log'
import type { Publisher } from './publisher'
import { withStoreFailures } from './store-failure'

/** What a transaction can say beside the rows it writes. */
export interface Commit {
  /** Appends an event with the next number; it is published after the commit, or never. */
  emit(event: EventBody): void
  /**
   * Appends what `make` answers when the work is done, behind all other events; asked again with the same key, once. For
   * what only tells how something stands now: however often it changed within the commit, it is read and told once.
   */
  emitLast(key: string, make: () => EventBody): void
}

/**
 * What a commit outlives when this returns: the end of the machine (the disk has it), or only that of the process (the system
 * has it, and the disk has it with the next commit of the other kind). The order of commits holds either way: what is lost
 * with the machine is the last ones of the second kind.
 */
export type Outlives = 'machine' | 'process'

export type RunCommit = <T>(work: (tx: Commit) => T, outlives?: Outlives) => T

/** Prepares the function behind `Store.commit`. */
export function openCommits({ db, gate }: Connection, log: EventLog, publisher: Publisher): RunCommit {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  let synced: Outlives = 'machine' // as the connection was opened

  function sync(outlives: Outlives): void {
    if (outlives === synced) return
    db.exec(`PRAGMA synchronous = ${outlives === 'machine' ? 'FULL' : 'NORMAL'}`)
    synced = outlives
  }

  function transaction<T>(work: (tx: Commit) => T, events: StoredEvent[]): T {
    let live = true
    let committed = false
    const last = new Map<string, () => EventBody>()
    const assertLive = () => {
      if (!live) throw new Error('an event was emitted after its commit had ended')
    }
    begin.run()
    gate.open = true
    try {
      const result = work({
        emit(event) {
          assertLive()
          events.push(log.append(event))
        },
        emitLast(key, make) {
          assertLive()
          if (!last.has(key)) last.set(key, make)
        },
      })
      if (result instanceof Promise) throw new Error('a commit is synchronous: its work returned a promise')
      for (const make of last.values()) events.push(log.append(make()))
      commit.run()
      committed = true
      return result
    } catch (error) {
      // SQLite has rolled back by itself already after some failures (a full disk among them).
      if (db.inTransaction) rollback.run()
      throw error
    } finally {
      live = false
      gate.close(committed)
    }
  }

  return (work, outlives = 'machine') => {
    if (gate.open) throw new Error('a commit was begun within a commit')
    const events: StoredEvent[] = []
    const result = withStoreFailures(db.name, () => {
      sync(outlives)
      return transaction(work, events)
    })
    publisher.publish(events)
    return result
  }
}
