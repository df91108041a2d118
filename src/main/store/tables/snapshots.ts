import { z } from 'zod'
import type { Connection } from '../connection'
import { choice, type Fields, integer, json, text } from '../fields'
import type { SnapshotRecord } from '../records'
import { openRows } from '../rows'

/** Wire snapshots, stored once under the hash of their text; they never change. */
export interface SnapshotTable {
  /** Stores the snapshot; one that is there under this id is kept as it is. */
  put(snapshot: SnapshotRecord): void
  get(id: string): SnapshotRecord | undefined
}

const fields: Fields<SnapshotRecord> = {
  id: text('id'),
  text: text('text'),
  betas: json('betas', z.array(z.string())),
  ttl: choice('ttl', ['5m', '1h']),
  createdAt: integer('created_at'),
}

export function openSnapshots(connection: Connection): SnapshotTable {
  const rows = openRows(connection, 'snapshots', ['id'], fields, true)
  const byId = rows.select('WHERE id = ?')
  return {
    put: (snapshot) => void rows.insertIfNew(snapshot),
    get: (id) => byId.first(id),
  }
}
