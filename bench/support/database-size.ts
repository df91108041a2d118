// Owns looking at how large a database is, and what of it is whose; the app must have closed it.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export interface DatabaseSize {
  fileBytes: number
  tables: Map<string, TableSize>
}

export interface TableSize {
  rows: number
  /** Of its pages and those of its indices. */
  bytes: number
}

/** Reads the sizes; throws when a write-ahead log is left that holds part of the truth. */
export function databaseSize(dataDir: string): DatabaseSize {
  const path = join(dataDir, 'tine.db')
  if (existsSync(`${path}-wal`)) throw new Error('the database was not closed')
  const db = new Database(path, { readonly: true })
  try {
    const pages = db
      .prepare<[], { name: string; bytes: number }>(
        `SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema USING (name) GROUP BY tbl_name`,
      )
      .all()
    const tables = pages.map(({ name, bytes }) => {
      const rows = db.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0
      return [name, { rows, bytes }] as const
    })
    return { fileBytes: statSync(path).size, tables: new Map(tables) }
  } finally {
    db.close()
  }
}

/** What was added between two looks at the same database, by table; tables that did not change are left out. */
export function growth(before: DatabaseSize, after: DatabaseSize): DatabaseSize {
  const tables = [...after.tables].flatMap(([name, size]) => {
    const old = before.tables.get(name) ?? { rows: 0, bytes: 0 }
    const added = { rows: size.rows - old.rows, bytes: size.bytes - old.bytes }
    return added.rows === 0 && added.bytes === 0 ? [] : [[name, added] as const]
  })
  return { fileBytes: after.fileBytes - before.fileBytes, tables: new Map(tables) }
}
