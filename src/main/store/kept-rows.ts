// Owns the rows of one table that were read lately, as records: a row is read from its columns once until it changes.
import type { WriteGate } from './connection'

const MOST_ROWS = 4_000

/** An identity map with a bound. Only this process writes to the database, so what is kept is what is stored. */
export class KeptRows<R extends object> {
  private readonly gate: WriteGate
  /** The least recently used first. */
  private readonly records = new Map<string, R>()

  constructor(gate: WriteGate) {
    this.gate = gate
  }

  get(key: string): R | undefined {
    const record = this.records.get(key)
    if (!record) return undefined
    this.records.delete(key)
    this.records.set(key, record)
    return record
  }

  /** The records of these keys; null when not all of them are kept. */
  getAll(keys: readonly string[]): R[] | null {
    const records: R[] = []
    for (const key of keys) {
      const record = this.get(key)
      if (!record) return null
      records.push(record)
    }
    return records
  }

  /** Keeps a record, which nobody may change from now on. */
  keep(key: string, record: R): R {
    this.records.set(key, Object.freeze(record))
    if (this.records.size > MOST_ROWS) {
      const [oldest] = this.records.keys()
      if (oldest !== undefined) this.records.delete(oldest)
    }
    return record
  }

  /** A row is about to change, or to be there, within the running commit; null: any row. */
  changes(key: string | null): void {
    if (key === null) this.records.clear()
    else this.records.delete(key)
    // What is read until the commit's end may never have been.
    this.gate.onFailure(() => this.records.clear())
  }
}
