// Data folders the host cannot open: it says why, and leaves every byte as it was.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { reply, text } from '../../simulator/script/builders'
import { converse, say } from '../../testing/conversation'
import { temporaryFolder } from '../../testing/temporary-store'
import { createMemoryVault } from '../adapters/system/memory-vault'
import { createHost } from './create-host'
import type { HostConfig } from './host-config'

function configOf(dataDir: string): HostConfig {
  const vault = createMemoryVault()
  return { door: 'serve', dataDir, env: {}, vault, demo: false, resourcesDir: '', writeLog: () => {} }
}

/** A data folder that was in use, with whatever was done to its database since. */
async function usedFolder(change: (database: string) => void): Promise<string> {
  const talk = await converse(() => reply(text('Yes.')))
  await say(talk.client, talk.threadId, 'Hi')
  await talk.host.close()
  change(join(talk.dataDir, 'tine.db'))
  return talk.dataDir
}

function withDatabase(path: string, work: (database: Database.Database) => void): void {
  const database = new Database(path)
  work(database)
  database.close()
}

test.each<[string, string, (database: string) => void]>([
  ['that is not a database', 'store.unreadable', (path) => writeFileSync(path, 'no database '.repeat(1000))],
  ['that is a text of a few bytes', 'store.unreadable', (path) => writeFileSync(path, 'hello')],
  [
    'that was cut in the middle',
    'store.unreadable',
    (path) => writeFileSync(path, readFileSync(path).subarray(0, 6000)),
  ],
  [
    'of a newer version of the app',
    'store.newer',
    (path) => withDatabase(path, (db) => db.pragma('user_version = 9999')),
  ],
  ['of another application', 'store.unreadable', (path) => withDatabase(path, (db) => db.pragma('application_id = 1'))],
])('a database %s is refused as %s and left as it is', async (_name, code, change) => {
  const dataDir = await usedFolder(change)
  const before = readFileSync(join(dataDir, 'tine.db'))
  await expect(createHost(configOf(dataDir))).rejects.toMatchObject({ failure: { code } })
  expect(readFileSync(join(dataDir, 'tine.db')).equals(before)).toBe(true)
  // The refusal gave the folder back: the next one is told the same, not that it is locked.
  await expect(createHost(configOf(dataDir))).rejects.toMatchObject({ failure: { code } })
})

test('a data folder in use is refused with the door of its owner, under every name it has', async () => {
  const { dataDir, host } = await converse(() => reply(text('Yes.')))
  host.setDoor('serve http://127.0.0.1:4711')
  const link = join(temporaryFolder(), 'link')
  symlinkSync(dataDir, link)
  for (const path of [dataDir, `${dataDir}/.`, link])
    await expect(createHost(configOf(path))).rejects.toMatchObject({
      failure: { code: 'store.locked', owner: { pid: process.pid, door: 'serve http://127.0.0.1:4711' } },
    })
  await host.close()
  await (await createHost(configOf(link))).close()
})

test('a data folder that is a file, or lies below one, is named', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'database', 'tine.db'), { recursive: true })
  for (const path of ['file', 'file/below', 'database'])
    await expect(createHost(configOf(join(folder, path)))).rejects.toMatchObject({
      failure: { code: 'store.unreadable', message: expect.stringContaining(join(folder, path.split('/')[0] ?? '')) },
    })
})

test('a row that cannot be read is skipped and left, and the rest of the session goes on', async () => {
  const talk = await converse(() => reply(text('Yes.')))
  const { sessionId, threadId } = talk
  for (const words of ['One', 'Two', 'Three']) await say(talk.client, threadId, words)
  await talk.host.close()
  withDatabase(join(talk.dataDir, 'tine.db'), (db) => {
    db.prepare(`UPDATE items SET json = '{"broken' WHERE json LIKE '%"Two"%'`).run()
  })
  const client = await talk.reopen()
  const { turns } = await client.call('thread.read', { threadId })
  expect(turns.map((turn) => turn.items.length)).toEqual([2, 1, 2])
  await say(client, threadId, 'Four')
  expect((await client.call('session.read', { sessionId })).turns).toHaveLength(4)
})
