// What every table shares: the open database, the gate that keeps writes inside commits, and the rows nobody could read.
import type Database from 'better-sqlite3'

export interface Connection {
  readonly db: Database.Database
  readonly gate: WriteGate
  readonly skipped: SkippedRows
}

/** Open while a commit runs. A write outside of one would be heard by nobody: a bug. */
export class WriteGate {
  open = false
  private undoings: (() => void)[] = []

  assertOpen(): void {
    if (!this.open) throw new Error('the store was written to outside of a commit')
  }

  /** What is to be done when the running commit fails: for what is kept in memory of its rows. */
  onFailure(undo: () => void): void {
    this.undoings.push(undo)
  }

  /** The commit has ended. */
  close(committed: boolean): void {
    this.open = false
    const undoings = this.undoings
    this.undoings = []
    if (!committed) for (const undo of undoings) undo()
  }
}

/** A row that was skipped since it could not be read; it is left untouched. */
export interface UnreadableRow {
  table: string
  key: string
  problem: string
}

/** Remembers each unreadable row once, however often it is met. */
export class SkippedRows {
  readonly #rows = new Map<string, UnreadableRow>()

  add(row: UnreadableRow): void {
    this.#rows.set(`${row.table} ${row.key}`, row)
  }

  list(): UnreadableRow[] {
    return [...this.#rows.values()]
  }
}
