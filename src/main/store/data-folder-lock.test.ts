import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FailureError } from '../../shared/contract/failure'
import { childStore } from '../../testing/child-store'
import { temporaryFolder, temporaryStore } from '../../testing/temporary-store'
import { openStore } from './store'

function refusal(dataDir: string): Record<string, unknown> {
  try {
    openStore({ dataDir, door: 'second' }).close()
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  throw new Error('the folder was free')
}

test('a second process is refused and told the door of the first, as it is now', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const holder = childStore(dataDir, 'hold')
  expect(await holder.next()).toEqual({ held: true })
  expect(refusal(dataDir)).toMatchObject({
    code: 'store.locked',
    message: `The data folder ${dataDir} is in use by serve http://127.0.0.1:4321 (process ${holder.pid}).`,
    owner: { pid: holder.pid, door: 'serve http://127.0.0.1:4321' },
  })
  const third = childStore(dataDir, 'hold')
  expect(await third.next()).toMatchObject({ failure: { code: 'store.locked', owner: { pid: holder.pid } } })
})

test('the folder is free at once after its owner was killed', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const holder = childStore(dataDir, 'hold')
  await holder.next()
  await holder.kill()
  const { store } = temporaryStore({ dataDir })
  expect(store.projects.list()).toEqual([])
})

test('the same process cannot open a folder twice, and trying does not free it for others', async () => {
  const { store, dataDir } = temporaryStore({ door: 'first' })
  expect(refusal(dataDir)).toMatchObject({ code: 'store.locked', owner: { pid: process.pid, door: 'first' } })
  expect(await childStore(dataDir, 'hold').next()).toMatchObject({ failure: { code: 'store.locked' } })
  store.close()
  store.close()
  expect(await childStore(dataDir, 'hold').next()).toEqual({ held: true })
})

test('a note left by an owner that is gone is not taken for the new one', async () => {
  const { dataDir } = temporaryStore()
  const gone = childStore(join(temporaryFolder(), 'other'), 'hold')
  await gone.kill()
  writeFileSync(join(dataDir, 'owner.json'), JSON.stringify({ pid: gone.pid, door: 'old', startedAt: 1 }))
  expect(refusal(dataDir)).toMatchObject({ code: 'store.locked', owner: null })
})

test('the note is gone with its owner', () => {
  const { store, dataDir } = temporaryStore({ door: 'first' })
  const note = join(dataDir, 'owner.json')
  expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ door: 'first', pid: process.pid })
  store.close()
  expect(() => readFileSync(note)).toThrow('ENOENT')
})
