import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { childStore } from '../../testing/child-store'
import { temporaryFolder } from '../../testing/temporary-store'
import { openStore } from './store'

const ROUNDS = 5
const MOST_COMMITS = 120
const EVENTS_READ = 1_000_000

/** Lehmer's generator: a failing run can be repeated from the seed it printed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function check(dataDir: string, leastSeq: number): number {
  const store = openStore({ dataDir, door: 'test' })
  try {
    const session = store.sessions.list()[0]
    if (!session) throw new Error('the session is gone')
    const events = store.eventsAfter(session.id, 0, EVENTS_READ)
    expect(events.map((event) => event.seq)).toEqual(events.map((_, n) => n + 1))
    // What was said to be committed is there; the commit under way at the kill may be.
    expect(events.length - leastSeq).toBeOneOf([0, 1])
    const turn = store.turns.last(session.mainThreadId)
    const items = turn ? store.items.ofTurns([turn.id]) : []
    expect(events.map((event) => event.type === 'item.added' && event.item)).toEqual(items)
    expect(store.unreadableRows()).toEqual([])
    return events.length
  } finally {
    store.close()
  }
}

test('a process that is killed while it commits loses nothing it had committed', { timeout: 60_000 }, async () => {
  const seed = 1 + Math.floor(Math.random() * 2_000_000_000)
  const random = randomNumbers(seed)
  const dataDir = join(temporaryFolder(), 'data')
  let stored = 0
  for (let round = 0; round < ROUNDS; round++) {
    const writer = childStore(dataDir, 'write')
    let said = await writer.next()
    for (let rest = Math.floor(random() * MOST_COMMITS); rest > 0; rest--) said = await writer.next()
    said = (await writer.kill()) ?? said
    const least = Number(said?.seq)
    expect(least, `seed ${seed}`).toBeGreaterThan(stored)
    stored = check(dataDir, least)
    const db = new Database(join(dataDir, 'tine.db'), { readonly: true })
    expect(db.pragma('integrity_check', { simple: true }), `seed ${seed}`).toBe('ok')
    db.close()
  }
})

test('a process whose disk is full fails the commit under way and keeps all before it', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const writer = childStore(dataDir, 'write', 3000)
  let committed = 0
  let line = await writer.next()
  for (; line?.seq; line = await writer.next()) committed = Number(line.seq)
  expect(line).toMatchObject({ failure: { code: 'store.full' } })
  await writer.kill()
  expect(check(dataDir, committed)).toBe(committed)
})
