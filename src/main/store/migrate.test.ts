import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { APPLICATION_ID, migrate, NEWEST_VERSION, userVersion } from './migrate'

test('an empty database is brought to the newest version and marked as ours', () => {
  const db = new Database(':memory:')
  expect(userVersion(db)).toBe(0)
  migrate(db)
  expect(userVersion(db)).toBe(NEWEST_VERSION)
  expect(db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID)
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.close()
})

test('a database of the newest version is left as it is', () => {
  const db = new Database(':memory:')
  migrate(db)
  const before = db.serialize()
  migrate(db)
  expect(db.serialize().equals(before)).toBe(true)
  db.close()
})

test('a migration that fails leaves the version before it', () => {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE threads (id)')
  expect(() => migrate(db)).toThrow('already exists')
  expect(userVersion(db)).toBe(0)
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'projects'").all()).toEqual([])
  db.close()
})
