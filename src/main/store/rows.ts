// One table through its fields: prepared statements that take and give records instead of columns.
import type { Statement } from 'better-sqlite3'
import type { Connection } from './connection'
import { type Fields, group, patchRow, type Row, type SqlValue, UnreadableValue } from './fields'
import { KeptRows } from './kept-rows'
import { withStoreFailures } from './store-failure'

export interface Select<R> {
  /** All rows; those that cannot be read are skipped and remembered. */
  all(...parameters: SqlValue[]): R[]
  first(...parameters: SqlValue[]): R | undefined
}

export interface Write {
  /** Answers how many rows changed. Throws outside of a commit. */
  run(...parameters: SqlValue[]): number
}

export interface Rows<R> {
  insert(record: R): void
  /** Inserts unless a row with one of the unique keys is there; answers whether it did. */
  insertIfNew(record: R): boolean
  /** A prepared read: `tail` is what follows `SELECT columns FROM table`. */
  select(tail: string): Select<R>
  /** A prepared write, as whole SQL. */
  write(sql: string): Write
  /**
   * Changes the columns of a patch in the row with this key; answers how many rows changed.
   *
   * @param guard a further SQL condition the row must meet
   */
  update(key: readonly SqlValue[], patch: Partial<R>, guard?: string): number
}

/**
 * Opens one table. `key` names the columns that identify a row.
 *
 * @param keeps whether records are kept in memory and given out again until their row changes: for tables whose few rows
 *   are read over and over
 */
export function openRows<R extends object>(
  connection: Connection,
  table: string,
  key: readonly string[],
  fields: Fields<R>,
  keeps = false,
): Rows<R> {
  const { db, gate, skipped } = connection
  const record = group(fields)
  const keyList = key.map((name) => `${table}.${name}`).join(', ')
  const columns = record.columns.map((name) => `${table}.${name}`).join(', ')
  const kept = keeps ? new KeptRows<R>(gate) : null
  const keyOf = (row: Row) => key.map((name) => String(row[name])).join(' ')

  function readRow(row: Row): R | undefined {
    const known = kept?.get(keyOf(row))
    if (known) return known
    try {
      const read = record.read(row)
      return kept ? kept.keep(keyOf(row), read) : read
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
      skipped.add({ table, key: keyOf(row), problem: error.message })
      return undefined
    }
  }

  function write(sql: string, changes: (...parameters: SqlValue[]) => string | null): Write {
    const statement = db.prepare<SqlValue[]>(sql)
    return {
      run(...parameters) {
        gate.assertOpen()
        kept?.changes(changes(...parameters))
        return statement.run(...parameters).changes
      },
    }
  }

  const values = (value: R): SqlValue[] => {
    const row: Row = {}
    record.write(value, row)
    return record.columns.map((name) => row[name] ?? null)
  }
  const insertSql = `INTO ${table} (${record.columns.join(', ')}) VALUES (${record.columns.map(() => '?').join(', ')})`
  const keyIn = (...all: SqlValue[]) => key.map((name) => String(all[record.columns.indexOf(name)])).join(' ')
  const insert = write(`INSERT ${insertSql}`, keyIn)
  const insertIfNew = write(`INSERT ${insertSql} ON CONFLICT DO NOTHING`, keyIn)
  const keyCondition = key.map((name) => `${name} = ?`).join(' AND ')
  const updates = new Map<string, Statement<SqlValue[]>>()

  return {
    insert: (value) => void insert.run(...values(value)),
    insertIfNew: (value) => insertIfNew.run(...values(value)) > 0,
    select(tail) {
      const rows = openQuery(connection, `SELECT ${columns} FROM ${table} ${tail}`)
      // Of a row that is kept, its key is all that has to be read.
      const keys = kept && openQuery(connection, `SELECT ${keyList} FROM ${table} ${tail}`)
      return {
        all: (...given) =>
          (keys && kept?.getAll(keys.all(...given).map(keyOf))) ??
          rows.all(...given).flatMap((row) => readRow(row) ?? []),
        first(...parameters) {
          const known = keys?.first(...parameters)
          if (keys && !known) return undefined
          const record = known && kept?.get(keyOf(known))
          if (record) return record
          const row = rows.first(...parameters)
          return row && readRow(row)
        },
      }
    },
    write: (sql) => write(sql, () => null),
    update(keyValues, patch, guard) {
      gate.assertOpen()
      const row = patchRow(fields, patch)
      const names = Object.keys(row)
      if (names.length === 0) return 0
      const sql = `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${keyCondition}${guard ? ` AND ${guard}` : ''}`
      const statement = updates.get(sql) ?? db.prepare<SqlValue[]>(sql)
      updates.set(sql, statement)
      kept?.changes(keyValues.map(String).join(' '))
      return statement.run(...names.map((name) => row[name] ?? null), ...keyValues).changes
    },
  }
}

function openQuery({ db }: Connection, sql: string): Select<Row> {
  const statement = db.prepare<SqlValue[], Row>(sql)
  return {
    all: (...parameters) => withStoreFailures(db.name, () => statement.all(...parameters)),
    first: (...parameters) => withStoreFailures(db.name, () => statement.get(...parameters)),
  }
}

/** For updates that must find their row: throws (a bug) when none changed. */
export function mustChange(changes: number, table: string, key: string): void {
  if (changes === 0) throw new Error(`${table}: no row ${key} to change`)
}
