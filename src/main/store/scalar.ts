// A prepared read of one number.
import type { Connection } from './connection'
import type { SqlValue } from './fields'
import { withStoreFailures } from './store-failure'

/** Prepares a query that answers with one number in one row; where there is no row or NULL, the answer is `otherwise`. */
export function openScalar({ db }: Connection, sql: string, otherwise = 0): (...parameters: SqlValue[]) => number {
  const statement = db.prepare<SqlValue[], number | null>(sql).pluck()
  return (...parameters) => withStoreFailures(db.name, () => statement.get(...parameters)) ?? otherwise
}
