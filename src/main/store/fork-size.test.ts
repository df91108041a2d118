import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { aBlock, anEpoch, aSnapshot, aThread, aTurn } from '../../testing/records'
import { appendBlocks, seedSession } from '../../testing/seed-session'
import { temporaryStore } from '../../testing/temporary-store'

function forkOf(blocks: number) {
  const { store, dataDir } = temporaryStore()
  const { session, main, turn } = seedSession(store)
  store.commit(() => {
    store.snapshots.put(aSnapshot())
    store.epochs.insert(anEpoch({ threadId: main.id }))
  })
  appendBlocks(store, main.id, turn.id, blocks)
  const reader = new Database(join(dataDir, 'tine.db'), { readonly: true })
  const before = stored(reader)
  const thread = aThread({ sessionId: session.id, parentId: main.id, branchPosition: blocks })
  const first = aTurn({ threadId: thread.id })
  store.commit(() => {
    store.threads.insert(thread)
    store.turns.insert(first)
    store.blocks.append([
      aBlock({
        threadId: thread.id,
        turnId: first.id,
        position: blocks,
        role: 'user',
        message: 0,
        json: '{"a":1}',
        link: 'l',
      }),
    ])
  })
  const after = stored(reader)
  reader.close()
  expect(store.blocks.count(thread.id)).toBe(blocks + 1)
  expect(store.epochs.current(thread.id)?.threadId).toBe(main.id)
  return { rows: after.rows - before.rows, bytes: after.bytes - before.bytes }
}

/** All rows of all tables, and the bytes of their values. */
function stored(db: Database.Database): { rows: number; bytes: number } {
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  const sum = { rows: 0, bytes: 0 }
  for (const table of tables) {
    for (const row of db.prepare<[], unknown[]>(`SELECT * FROM ${table}`).raw().iterate()) {
      sum.rows += 1
      // Positions differ in their digits, not in what they take: numbers count as eight bytes.
      for (const value of row)
        sum.bytes += typeof value === 'string' || value instanceof Buffer ? Buffer.byteLength(value) : 8
    }
  }
  return sum
}

/** The thread, its turn and its message; and of the index the thread's words: a row each of four tables, and their sum. */
const ROWS = 3 + 5

test('a fork of a thread of 5,000 blocks stores as much as one of a thread of 5: its own message and its words', () => {
  const small = forkOf(5)
  expect(small.rows).toBeLessThanOrEqual(ROWS)
  expect(small.bytes).toBeLessThan(32 * 1024)
  expect(forkOf(5000)).toEqual(small)
})
