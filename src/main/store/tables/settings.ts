import { z } from 'zod'
import type { Connection } from '../connection'
import { type Fields, json, text } from '../fields'
import { openRows } from '../rows'

export interface SettingTable {
  /** Only what was written; defaults are the caller's. The same object until something is written. */
  readAll(): Readonly<Record<string, unknown>>
  /** Writes the keys of the patch; a value of undefined is left out. */
  write(patch: Record<string, unknown>): void
  remove(key: string): void
}

interface SettingRow {
  key: string
  value: unknown
}

const fields: Fields<SettingRow> = { key: text('key'), value: json('value', z.unknown()) }

export function openSettings(connection: Connection): SettingTable {
  const rows = openRows(connection, 'settings', ['key'], fields)
  const all = rows.select('ORDER BY key')
  const set = rows.write(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const remove = rows.write('DELETE FROM settings WHERE key = ?')
  let kept: Readonly<Record<string, unknown>> | null = null
  const forget = () => {
    kept = null
  }
  const changes = () => {
    forget()
    connection.gate.onFailure(forget) // what is read until the commit's end may never have been
  }
  return {
    readAll() {
      kept ??= Object.freeze(Object.fromEntries(all.all().map(({ key, value }) => [key, value])))
      return kept
    },
    write(patch) {
      changes()
      for (const [key, value] of Object.entries(patch)) if (value !== undefined) set.run(key, JSON.stringify(value))
    },
    remove(key) {
      changes()
      remove.run(key)
    },
  }
}
