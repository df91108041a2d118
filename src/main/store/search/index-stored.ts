// Fills the index of a database that was written before there was one.
import type { RunCommit } from '../commit'
import type { Connection } from '../connection'
import { openScalar } from '../scalar'
import type { Tables } from '../tables/tables'
import { itemText, threadText } from './item-text'
import { openSearchIndex } from './search-index'

/** Has all that is stored found, in one transaction; nothing is done where the index holds something already. */
export function indexStored(
  connection: Connection,
  { sessions, threads, items }: Pick<Tables, 'sessions' | 'threads' | 'items'>,
  commit: RunCommit,
): void {
  const isIndexed = openScalar(connection, 'SELECT EXISTS (SELECT 1 FROM search_docsize)')
  const isEmpty = openScalar(connection, 'SELECT NOT EXISTS (SELECT 1 FROM sessions)')
  if (isIndexed() === 1 || isEmpty() === 1) return
  const idsOf = (table: 'sessions' | 'threads' | 'items') =>
    connection.db.prepare<[], string>(`SELECT id FROM ${table} ORDER BY ordinal`).pluck().all()
  /** A row that cannot be read is skipped, as it is everywhere. */
  const put = <R>(
    table: 'sessions' | 'threads' | 'items',
    get: (id: string) => R | undefined,
    text: (row: R) => string,
  ) => {
    const index = openSearchIndex(connection, table)
    for (const id of idsOf(table)) {
      const row = get(id)
      if (row) index.put(id, text(row))
    }
  }
  commit(() => {
    put('sessions', sessions.get, ({ title }) => title)
    put('threads', threads.get, threadText)
    put('items', items.get, itemText)
  })
}
