import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { FailureError } from '../../shared/contract/failure'
import { testId } from '../../testing/records'
import { appendBlocks, seedSession } from '../../testing/seed-session'
import { temporaryFolder, temporaryStore } from '../../testing/temporary-store'
import { openStore } from './store'

function failureOf(action: () => unknown): Record<string, unknown> {
  try {
    action()
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  throw new Error('nothing failed')
}

/** A closed store with some content, and its file. */
function closedStore() {
  const temporary = temporaryStore()
  const { main, turn } = seedSession(temporary.store)
  appendBlocks(temporary.store, main.id, turn.id, 200)
  temporary.store.close()
  return { ...temporary, main, file: join(temporary.dataDir, 'tine.db') }
}

function expectUntouched(dataDir: string, file: string, expected: object) {
  const before = readFileSync(file)
  const failure = failureOf(() => openStore({ dataDir, door: 'test' }))
  expect(failure).toMatchObject(expected)
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('tine.db'))).toEqual(['tine.db'])
  // A refused start does not keep the folder.
  expect(failureOf(() => openStore({ dataDir, door: 'test' }))).toMatchObject(expected)
}

describe('a data folder', () => {
  test('is created for its owner only, with everything in it', () => {
    const { dataDir } = temporaryStore()
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(dataDir))
      expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0])
  })

  test('that cannot be created is a failure with its path', () => {
    const file = join(temporaryFolder(), 'a-file')
    writeFileSync(file, '')
    const failure = failureOf(() => openStore({ dataDir: join(file, 'data'), door: 'test' }))
    expect(failure).toMatchObject({ code: 'store.unreadable', problem: 'ENOTDIR' })
  })

  test('is written through a log, so that readers never wait', () => {
    const { dataDir } = temporaryStore()
    const db = new Database(join(dataDir, 'tine.db'), { readonly: true })
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    db.close()
  })
})

describe('a file that is not our database is refused and left as it is:', () => {
  test('garbage', () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'tine.db')
    writeFileSync(file, 'this is no database\n'.repeat(500))
    expectUntouched(dataDir, file, { code: 'store.unreadable', problem: 'not a database' })
  })

  test('a folder in its place', () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'tine.db'))
    expect(failureOf(() => openStore({ dataDir, door: 'test' }))).toMatchObject({ code: 'store.unreadable' })
  })

  test('a few bytes', () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'tine.db')
    writeFileSync(file, 'SQLite format 3\0')
    expectUntouched(dataDir, file, { code: 'store.unreadable' })
  })

  test('a truncated database', () => {
    const { dataDir, file } = closedStore()
    truncateSync(file, Math.floor(statSync(file).size / 2))
    expectUntouched(dataDir, file, { code: 'store.unreadable', problem: 'cut off' })
  })

  test('a database with a damaged page', () => {
    const { dataDir, file } = closedStore()
    const bytes = readFileSync(file)
    // The root pages of tables lie first; overwrite some whole pages behind the schema's.
    bytes.fill(0xff, 4096 * 20, 4096 * 24)
    writeFileSync(file, bytes)
    expectUntouched(dataDir, file, { code: 'store.unreadable' })
  })

  test('a database of another application', () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'tine.db')
    const db = new Database(file)
    db.exec('CREATE TABLE notes (text)')
    db.close()
    expectUntouched(dataDir, file, { code: 'store.unreadable', problem: 'a database of another application' })
  })

  test('a database of a newer version', () => {
    const { dataDir, file } = closedStore()
    const db = new Database(file)
    db.pragma('journal_mode = DELETE')
    db.pragma('user_version = 999')
    db.close()
    expectUntouched(dataDir, file, { code: 'store.newer', version: 999 })
  })

  test('a newer version that is still in the log of a killed process', () => {
    const { dataDir, file } = closedStore()
    const db = new Database(file)
    db.pragma('user_version = 999')
    // As a killed process leaves it: the version is in the log only.
    const [main, log] = [readFileSync(file), readFileSync(`${file}-wal`)]
    db.close()
    writeFileSync(file, main)
    writeFileSync(`${file}-wal`, log)
    expect(failureOf(() => openStore({ dataDir, door: 'test' }))).toMatchObject({ code: 'store.newer', version: 999 })
    expect(readFileSync(file).equals(main)).toBe(true)
    expect(readFileSync(`${file}-wal`).equals(log)).toBe(true)
  })
})

test('an empty file becomes a new database', () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'tine.db'), '')
  const { store } = temporaryStore({ dataDir })
  expect(store.projects.list()).toEqual([])
})

describe('a full disk', () => {
  test('fails the commit as store.full, rolls it back, publishes nothing and leaves the store usable', () => {
    const pages = 120
    const { store, reopen } = temporaryStore({ maxPages: pages })
    const { main, turn, session } = seedSession(store)
    const heard: number[] = []
    store.onEvents((events) => heard.push(events.length))
    const write = (characters: number) =>
      store.commit((tx) => {
        const item = {
          id: testId('item'),
          turnId: turn.id,
          at: 1,
          kind: 'text' as const,
          text: 'x'.repeat(characters),
        }
        store.items.add(main.id, item)
        tx.emit({ type: 'item.added', sessionId: session.id, threadId: main.id, item })
      })
    expect(failureOf(() => write(1_000_000))).toMatchObject({ code: 'store.full', problem: 'SQLITE_FULL' })
    expect(heard).toEqual([])
    expect(store.items.ofTurns([turn.id])).toEqual([])
    write(10)
    expect(heard).toEqual([1])
    expect(reopen().items.ofTurns([turn.id])).toHaveLength(1)
  })

  test('during the creation is store.full, and the next start with space succeeds', () => {
    const dataDir = join(temporaryFolder(), 'data')
    expect(failureOf(() => openStore({ dataDir, door: 'test', maxPages: 10 }))).toMatchObject({ code: 'store.full' })
    const { store } = temporaryStore({ dataDir })
    expect(store.projects.list()).toEqual([])
  })
})

test('a row that cannot be read is skipped, reported once, and left untouched', () => {
  const { store, dataDir, reopen } = temporaryStore()
  const { main, turn } = seedSession(store)
  const text = (id: string) => ({
    id: `itm_${id.padStart(26, '0')}`,
    turnId: turn.id,
    at: 1,
    kind: 'text' as const,
    text: id,
  })
  store.commit(() => {
    store.items.add(main.id, text('1'))
    store.items.add(main.id, text('2'))
  })
  store.close()
  const db = new Database(join(dataDir, 'tine.db'))
  db.prepare("UPDATE items SET json = '{\"kind\":' WHERE id LIKE '%1'").run()
  db.prepare("UPDATE threads SET state = 'dreaming'").run()
  db.close()
  const again = reopen()
  expect(again.items.ofTurns([turn.id])).toEqual([text('2')])
  expect(again.items.ofTurns([turn.id])).toHaveLength(1)
  expect(again.threads.get(main.id)).toBeUndefined()
  expect(again.unreadableRows()).toEqual([
    { table: 'items', key: text('1').id, problem: 'no JSON in json' },
    { table: 'threads', key: main.id, problem: 'unexpected value in state' },
  ])
  again.close()
  const after = new Database(join(dataDir, 'tine.db'), { readonly: true })
  expect(after.prepare('SELECT json FROM items ORDER BY ordinal').pluck().get()).toBe('{"kind":')
  after.close()
})

test('a block that cannot be read makes its history unreadable: a hole is never sent', () => {
  const { store, dataDir, reopen } = temporaryStore()
  const { main, turn } = seedSession(store)
  appendBlocks(store, main.id, turn.id, 3)
  store.close()
  const db = new Database(join(dataDir, 'tine.db'))
  db.exec("DROP TRIGGER blocks_never_change; UPDATE blocks SET role = 'nobody' WHERE position = 1")
  db.close()
  const { blocks } = reopen()
  for (const read of [() => blocks.history(main.id), () => blocks.own(main.id), () => blocks.at(main.id, 1)]) {
    expect(failureOf(read)).toMatchObject({ code: 'store.unreadable' })
  }
  expect(blocks.at(main.id, 2)?.position).toBe(2)
})

test('the environment may name another native binding', () => {
  const binding = join(process.cwd(), 'no-such-binding.node')
  const before = process.env.TINE_SQLITE_BINDING
  process.env.TINE_SQLITE_BINDING = binding
  try {
    expect(existsSync(binding)).toBe(false)
    expect(() => openStore({ dataDir: join(temporaryFolder(), 'data'), door: 'test' })).toThrow(/no-such-binding/)
  } finally {
    if (before === undefined) delete process.env.TINE_SQLITE_BINDING
    else process.env.TINE_SQLITE_BINDING = before
  }
})
