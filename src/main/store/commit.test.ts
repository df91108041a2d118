// What is told last of a commit, and what a commit outlives.
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { EventBody, StoredEvent } from '../../shared/contract/events'
import { testId } from '../../testing/records'
import { temporaryFolder } from '../../testing/temporary-store'
import { openCommits } from './commit'
import { type Connection, SkippedRows, WriteGate } from './connection'
import { openEventLog } from './event-log'
import { openDatabase } from './open-database'
import { Publisher } from './publisher'

function setUp() {
  const db = openDatabase(join(temporaryFolder(), 'tine.db'))
  onTestFinished(() => void db.close())
  const connection: Connection = { db, gate: new WriteGate(), skipped: new SkippedRows() }
  const log = openEventLog(connection)
  const heard: StoredEvent[] = []
  const publisher = new Publisher(() => {})
  publisher.add((events) => heard.push(...events))
  const words = () =>
    heard.map((event) => (event.type === 'item.added' && event.item.kind === 'text' ? event.item.text : ''))
  return { db, log, heard, words, commit: openCommits(connection, log, publisher) }
}

const sessionId = testId('session')
const threadId = testId('thread')
const turnId = testId('turn')

function said(text: string): EventBody {
  return { type: 'item.added', sessionId, threadId, item: { id: testId('item'), turnId, at: 1, kind: 'text', text } }
}

/** How a commit waits for the disk: 1 for the system only, 2 for the disk. */
const waits = (db: Database) => db.pragma('synchronous', { simple: true })

describe('what a commit tells last', () => {
  test('is asked once by its key when the work is done, and told behind all other events', () => {
    const { commit, words } = setUp()
    let state = 'begun'
    commit((tx) => {
      tx.emitLast('a', () => said(`a is ${state}`))
      tx.emitLast('b', () => said(`b is ${state}`))
      tx.emit(said('first'))
      tx.emitLast('a', () => said('asked twice'))
      state = 'done'
      tx.emit(said('second'))
    })
    expect(words()).toEqual(['first', 'second', 'a is done', 'b is done'])
  })

  test('is told as well when it is announced while others are asked', () => {
    const { commit, words } = setUp()
    commit((tx) =>
      tx.emitLast('a', () => {
        tx.emitLast('b', () => said('b'))
        return said('a')
      }),
    )
    expect(words()).toEqual(['a', 'b'])
  })

  test('fails the whole commit when it throws, and may not be announced when that has ended', () => {
    const { commit, log, heard } = setUp()
    let late = () => {}
    const failing = () =>
      commit((tx) => {
        tx.emit(said('lost'))
        late = () => tx.emitLast('late', () => said('late'))
        tx.emitLast('a', () => {
          throw new Error('a bug')
        })
      })
    expect(failing).toThrow('a bug')
    expect(late).toThrow('after its commit had ended')
    expect([heard, log.lastSeq()]).toEqual([[], 0])
  })
})

describe('a commit outlives', () => {
  test('the machine when nothing else is said, and the process alone where that is enough', () => {
    const { commit, db } = setUp()
    const during = (outlives?: 'machine' | 'process') => commit(() => waits(db), outlives)
    expect([during(), during('process'), during('process'), during('machine'), during('process'), during()]).toEqual([
      2, 1, 1, 2, 1, 2,
    ])
  })

  test('as much as is said also after one of another kind has failed', () => {
    const { commit, db } = setUp()
    const failing = () =>
      commit(() => {
        throw new Error('a bug')
      }, 'process')
    expect(failing).toThrow('a bug')
    expect(commit(() => waits(db))).toBe(2)
  })
})
