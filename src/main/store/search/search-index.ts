// The full-text index, written in the same transaction as what it finds. It holds words, not texts: those are read where they are stored.
import { findHumps, foldText } from '../../../shared/search/words'
import type { Connection } from '../connection'

/** Where the rows of a table begin in the index; what was added last has the highest number, titles stand above all items. */
export const INDEX_BASE = { items: 0, threads: 2 ** 44, sessions: 2 ** 45 } as const

export interface SearchIndex {
  /** Has the row with this id found by the words of `text`, and by no others. Throws outside of a commit. */
  put(id: string, text: string): void
}

/** Prepares the index of one table, which has the columns `id` and `ordinal`. */
export function openSearchIndex({ db, gate }: Connection, table: keyof typeof INDEX_BASE): SearchIndex {
  const put = db.prepare<[string, string, string]>(
    `INSERT OR REPLACE INTO search (rowid, words, humps) SELECT ordinal + ${INDEX_BASE[table]}, ?, ? FROM ${table} WHERE id = ?`,
  )
  return {
    put(id, text) {
      gate.assertOpen()
      const humps = findHumps(text).map((name) => name.map(({ word }) => word).join(' '))
      put.run(foldText(text), humps.join(' '), id)
    },
  }
}
