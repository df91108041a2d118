// Fills the index with what is not in it: of a database that was written before there was one, or of an import that was cut off.
import type { RunCommit } from '../commit'
import type { Connection } from '../connection'
import { openScalar } from '../scalar'
import type { Tables } from '../tables/tables'
import { itemText, threadText } from './item-text'
import { INDEX_BASE, openSearchIndex } from './search-index'

/** Has all that is stored found, in one transaction. */
export function indexStored(
  connection: Connection,
  { sessions, threads, items }: Pick<Tables, 'sessions' | 'threads' | 'items'>,
  commit: RunCommit,
): void {
  const missing = openScalar(
    connection,
    `SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM threads) + (SELECT count(*) FROM items)
       - (SELECT count(*) FROM search_docsize)`,
  )
  if (missing() <= 0) return
  const idsOf = (table: 'sessions' | 'threads' | 'items') =>
    connection.db
      .prepare<[], string>(
        `SELECT id FROM ${table} WHERE ordinal + ${INDEX_BASE[table]} NOT IN (SELECT id FROM search_docsize) ORDER BY ordinal`,
      )
      .pluck()
      .all()
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
