// Data folders of earlier versions: what was in them is there, and can be used like what is written now.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { anEpoch, aRequest, aSnapshot, aThread, aWorktree, testId } from '../../testing/records'
import { seedSession } from '../../testing/seed-session'
import { temporaryFolder, temporaryStore } from '../../testing/temporary-store'
import { MIGRATIONS } from './migrations/migrations'

const COLUMNS_OF_THIRD = [
  'kept_at',
  'uncommitted',
  'lines_added',
  'lines_removed',
  'notes_json',
  'bytes',
  'archive',
  'archive_bytes',
  'thread_before_json',
]

/** Takes from a database what versions from 3 on brought, so that it is what version 2 would have written. */
function backToSecond(path: string): void {
  const db = new Database(path)
  db.exec('ALTER TABLE sessions DROP COLUMN fork_mode; ALTER TABLE turns DROP COLUMN from_model')
  for (const table of ['skill_uses', 'memory_loads', 'model_wakes']) db.exec(`DROP TABLE ${table}`)
  for (const column of ['agent_type', 'step_limit', 'island_source', 'tool_servers_json', 'tools_due'])
    db.exec(`ALTER TABLE threads DROP COLUMN ${column}`)
  db.exec('DROP TABLE attachments')
  db.exec('DROP TABLE worktree_steps')
  for (const column of COLUMNS_OF_THIRD) db.exec(`ALTER TABLE worktrees DROP COLUMN ${column}`)
  db.pragma('user_version = 2')
  expect(schemaOf(db)).toEqual(schemaOfVersion(2))
  db.close()
}

/** Takes from a database what versions from 2 on brought, so that it is what version 1 would have written. */
function backToFirst(path: string): void {
  backToSecond(path)
  const db = new Database(path)
  db.exec(`
    DROP TABLE search; DROP TABLE drafts; DROP TABLE keep_warms; DROP INDEX turns_queued;
    ALTER TABLE requests DROP COLUMN purpose; ALTER TABLE requests DROP COLUMN cache_diagnosis;
    ALTER TABLE requests DROP COLUMN usage_final;
    ALTER TABLE threads DROP COLUMN group_size; ALTER TABLE threads DROP COLUMN report;`)
  db.pragma('user_version = 1')
  expect(schemaOf(db)).toEqual(schemaOfVersion(1))
  db.close()
}

function schemaOfVersion(version: number): unknown {
  const db = new Database(':memory:')
  for (const sql of MIGRATIONS.slice(0, version)) db.exec(sql)
  return schemaOf(db)
}

/** Names and columns; how a table's text was written does not count. */
function schemaOf(db: Database.Database): unknown {
  const names = db.prepare<[], string>('SELECT name FROM sqlite_schema ORDER BY name').pluck().all()
  return names.map((name) => [name, db.pragma(`table_info(${name})`)])
}

test('version 1 is brought up: groups have their size, requests their purpose, and what was said is found', async () => {
  const { store, dataDir, reopen } = temporaryStore({ dataDir: join(temporaryFolder(), 'data') })
  const { session, main, turn } = seedSession(store)
  const fork = () => aThread({ sessionId: session.id, parentId: main.id, kind: 'fork', groupId: 'grp', groupSize: 1 })
  const forks = [fork(), fork()]
  const itemId = testId('item')
  const epoch = anEpoch({ threadId: main.id })
  const ids = { threadId: main.id, turnId: turn.id, epochId: epoch.id }
  const [whole, cut] = [
    aRequest({ ...ids, n: 1, outcome: 'ok', cacheMissReason: 'tools_changed' }),
    aRequest({ ...ids, n: 2, outcome: 'broken' }),
  ]
  store.commit(() => {
    store.snapshots.put(aSnapshot())
    store.epochs.insert(epoch)
    for (const thread of forks) store.threads.insert(thread)
    store.items.add(main.id, { id: itemId, turnId: turn.id, at: 1, kind: 'text', text: 'The cursor is the heart.' })
    for (const request of [whole, cut]) store.requests.insert(request)
  })
  store.close()
  backToFirst(join(dataDir, 'tine.db'))

  const after = reopen()
  expect(forks.map(({ id }) => after.threads.get(id)?.groupSize)).toEqual([2, 2])
  expect(after.threads.get(main.id)).toMatchObject({ groupSize: 1, report: null })
  expect(after.requests.get(whole.id)).toMatchObject({ purpose: 'turn', cacheDiagnosis: 'missed', usageFinal: true })
  expect(after.requests.get(cut.id)).toMatchObject({ purpose: 'turn', cacheDiagnosis: 'none', usageFinal: false })
  const { hits } = await after.search({ text: 'cursor', projectId: null, limit: 10, now: 2 })
  expect(hits).toMatchObject([{ itemId, threadId: main.id }])
})

test('version 2 is brought up: a worktree that was “kept” is ready and kept, also where it was told of', () => {
  const { store, dataDir, reopen } = temporaryStore({ dataDir: join(temporaryFolder(), 'data') })
  const { session, project, main } = seedSession(store)
  const worktree = aWorktree({ threadId: main.id, projectId: project.id, state: 'ready', createdAt: 7 })
  store.commit((tx) => {
    store.worktrees.insert(worktree)
    const { path, branch, base, baseTree, head, state, filesChanged } = worktree
    tx.emit({
      type: 'worktree.changed',
      sessionId: session.id,
      threadId: main.id,
      worktree: { path, branch, base, baseTree, head, state, filesChanged },
    })
  })
  store.close()
  const path = join(dataDir, 'tine.db')
  backToSecond(path)
  const db = new Database(path)
  db.exec(`UPDATE worktrees SET state = 'kept'; UPDATE events SET json = replace(json, '"ready"', '"kept"')`)
  db.close()

  const after = reopen()
  expect(after.worktrees.get(main.id)).toEqual({ ...worktree, state: 'ready', keptAt: 7 })
  expect(after.eventsAfter(session.id, 0, 10)).toMatchObject([{ worktree: { state: 'ready', path: worktree.path } }])
  expect(after.worktreeSteps.list()).toEqual([])
})
