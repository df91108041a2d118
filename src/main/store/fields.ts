// How a record's fields become columns and come back. What a column cannot mean is refused on the way back, row by row.
import type { ZodType } from 'zod'

export type SqlValue = string | number | null
export type Row = Record<string, SqlValue>

/** A field of a record: its columns, and the way there and back. */
export interface Field<T> {
  readonly columns: readonly string[]
  write(value: T, into: Row): void
  /** Throws `UnreadableValue` for what it could not have written. */
  read(row: Row): T
}

/** Every field of a record, each under its own name. */
export type Fields<R> = { readonly [K in keyof R]-?: Field<R[K]> }

/** A column holds what no version of the application that we know has written. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
}

function column<T>(name: string, write: (value: T) => SqlValue, read: (value: SqlValue) => T | undefined): Field<T> {
  return {
    columns: [name],
    write(value, into) {
      into[name] = write(value)
    },
    read(row) {
      const value = read(row[name] ?? null)
      if (value === undefined) throw new UnreadableValue(`unexpected value in ${name}`)
      return value
    },
  }
}

export function text(name: string): Field<string> {
  return column(
    name,
    (value) => value,
    (value) => (typeof value === 'string' ? value : undefined),
  )
}

export function integer(name: string): Field<number> {
  return column(
    name,
    (value) => value,
    (value) => (typeof value === 'number' ? value : undefined),
  )
}

/** A boolean, as 0 or 1. */
export function flag(name: string): Field<boolean> {
  return column(
    name,
    (value) => (value ? 1 : 0),
    (value) => (value === 1 ? true : value === 0 ? false : undefined),
  )
}

/** One of a closed list of words. */
export function choice<const T extends string>(name: string, words: readonly T[]): Field<T> {
  return column<T>(
    name,
    (value) => value,
    (value) => words.find((word) => word === value),
  )
}

/** The same field where SQL's NULL means null. */
export function nullable<T>(field: Field<T>): Field<T | null> {
  return {
    columns: field.columns,
    write(value, into) {
      if (value !== null) return field.write(value, into)
      for (const name of field.columns) into[name] = null
    },
    read(row) {
      return field.columns.every((name) => row[name] === null) ? null : field.read(row)
    },
  }
}

/** A value as compact JSON text, checked against a schema when it comes back. */
export function json<T>(name: string, schema: ZodType<T>): Field<T> {
  return {
    columns: [name],
    write(value, into) {
      into[name] = JSON.stringify(value) ?? 'null'
    },
    read(row) {
      return parseJson(row[name] ?? null, name, schema)
    },
  }
}

/** Parses a column's JSON text; throws `UnreadableValue` where it is none, or has another shape. */
export function parseJson<T>(value: SqlValue, name: string, schema: ZodType<T>): T {
  if (typeof value !== 'string') throw new UnreadableValue(`no text in ${name}`)
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch (error) {
    throw new UnreadableValue(`no JSON in ${name}`, { cause: error })
  }
  const result = schema.safeParse(parsed)
  if (result.success) return result.data
  const path = result.error.issues[0]?.path.map(String).join('.')
  throw new UnreadableValue(`unexpected shape in ${name}${path ? ` at ${path}` : ''}`)
}

/** An optional field: absent is SQL's NULL (a present null has to be JSON). */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return {
    columns: field.columns,
    write(value, into) {
      if (value !== undefined) return field.write(value, into)
      for (const name of field.columns) into[name] = null
    },
    read(row) {
      return field.columns.every((name) => row[name] === null) ? undefined : field.read(row)
    },
  }
}

/** A nested object whose fields are columns of their own. */
export function group<T extends object>(fields: Fields<T>): Field<T> {
  const parts = entries(fields)
  return {
    columns: parts.flatMap(([, field]) => field.columns),
    write(value, into) {
      for (const [key, field] of parts) field.write(value[key], into)
    },
    read(row) {
      const out: Partial<T> = {}
      for (const [key, field] of parts) {
        const value = field.read(row)
        if (value !== undefined) out[key] = value
      }
      // Every field of T was read above; only absent optional ones are left out.
      return out as T
    },
  }
}

/** The columns a patch changes. Keys whose value is undefined are left alone. */
export function patchRow<R extends object>(fields: Fields<R>, patch: Partial<R>): Row {
  const row: Row = {}
  for (const [key, field] of entries(fields)) {
    const value = patch[key]
    if (value !== undefined) field.write(value, row)
  }
  return row
}

function entries<R extends object>(fields: Fields<R>): [keyof R, Field<R[keyof R]>][] {
  // `Object.entries` forgets the keys' type; the mapped type guarantees it.
  return Object.entries(fields) as [keyof R, Field<R[keyof R]>][]
}
