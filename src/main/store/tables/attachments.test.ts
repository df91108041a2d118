import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { testId } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'

const FACTS = {
  name: 'a.png',
  kind: 'image' as const,
  mediaType: 'image/png',
  bytes: 3,
  width: 1,
  height: 1,
  pages: null,
  reducedFrom: null,
  notes: [],
}

test('one is a draft’s until it is given away, has its block until it is sealed, and is never deleted after', () => {
  const { store, dataDir } = temporaryStore()
  const { main: thread } = seedSession(store)
  const [a, b] = [testId('attachment'), testId('attachment')]
  const record = (id: string) => ({
    id,
    threadId: thread.id,
    facts: FACTS,
    messageId: null,
    position: null,
    createdAt: 1,
  })
  store.commit(() => {
    store.attachments.insert(record(a), '{"a":1}')
    store.attachments.insert(record(b), '{"b":1}')
  })
  const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id)
  expect(ids(store.attachments.ofDraft(thread.id))).toEqual([a, b])
  expect(ids(store.attachments.ofDrafts(thread.sessionId))).toEqual([a, b])
  store.commit(() => {
    expect(store.attachments.give(b, 'turn')).toBe(true)
    expect(store.attachments.give(a, 'turn')).toBe(true)
    expect(store.attachments.give(a, 'other')).toBe(false)
    store.attachments.hand('turn', 'text')
  })
  expect(ids(store.attachments.ofMessage('text'))).toEqual([b, a])
  expect(store.attachments.block(a)).toBe('{"a":1}')
  store.commit(() => store.attachments.seal(a, 7))
  expect(store.attachments.block(a)).toBeNull()
  expect(store.attachments.get(a)).toMatchObject({ position: 7, messageId: 'text' })
  expect(() => store.commit(() => store.attachments.seal(a, 8))).toThrow('no row')
  expect(store.commit(() => store.attachments.removeUnsent(b))).toBe(false)
  store.close()
  const db = new Database(join(dataDir, 'tine.db'))
  expect(() => db.exec('DELETE FROM attachments')).toThrow('what was sent is never deleted')
  db.close()
})
