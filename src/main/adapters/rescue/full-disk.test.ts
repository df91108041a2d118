// A disk that is full, or cannot be written to, in the middle: whatever was there is still there, and it says so.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pictureOf, worktreeBench } from '../../../testing/worktree-bench'

/** A small file system of its own at a folder, and how it goes away again; null where the system does not let us have one. */
function mountAt(folder: string, size: string): (() => void) | null {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null // who may not mount has the other tests
  }
  let isMounted = true
  const unmount = () => {
    if (isMounted) execFileSync('umount', ['-l', folder])
    isMounted = false
  }
  onTestFinished(unmount)
  return unmount
}

async function discarded() {
  const bench = worktreeBench({ files: { 'a.txt': 'one\n', '.gitignore': 'out/\n' } })
  const life = bench.live()
  const fork = await bench.planFork(life, 'work')
  const { folder } = await life.worktrees.ready(fork)
  mkdirSync(join(folder, 'out'))
  // What packs badly.
  const bytes = Buffer.alloc(600_000)
  for (let at = 0; at < bytes.length; at += 4)
    bytes.writeUInt32LE((Math.imul(at, 2_654_435_761) ^ (at >>> 3)) >>> 0, at)
  writeFileSync(join(folder, 'out/big.bin'), bytes)
  const picture = pictureOf(folder)
  const { rescuedTo } = await life.discarding.discard(fork.id, true)
  return { bench, life, fork, folder, picture, rescuedTo: rescuedTo ?? '' }
}

test('with no room for the archive the folder stays, and the draft goes; with room again it is freed', async (context) => {
  const { bench, life, fork, rescuedTo, folder, picture } = await discarded()
  const archives = join(bench.dataDir, 'archives')
  if (!mountAt(archives, '64k')) context.skip()
  await expect(life.freeing.free(fork.id)).rejects.toMatchObject({ failure: { code: 'store.full' } })
  expect(readdirSync(archives)).toEqual([])
  expect(bench.store.worktreeSteps.list()).toEqual([])
  expect(life.worktrees.record(fork.id)).toMatchObject({ state: 'discarded', rescuedTo, archive: null })
  execFileSync('mount', ['-o', 'remount,size=16m', archives])
  await life.freeing.free(fork.id)
  expect(existsSync(rescuedTo)).toBe(false)
  await life.restoring.restore(fork.id)
  expect(pictureOf(folder)).toEqual(picture)
})

test('with no room to unpack it stays discarded, and its archive whole; with room again it comes back', async (context) => {
  const { bench, life, fork, folder, picture } = await discarded()
  await life.freeing.free(fork.id)
  const restoring = join(bench.dataDir, 'restoring')
  const unmount = mountAt(restoring, '64k')
  if (!unmount) return context.skip()
  await expect(life.restoring.restore(fork.id)).rejects.toMatchObject({ failure: { code: 'store.full' } })
  expect(life.worktrees.record(fork.id).state).toBe('discarded')
  expect(bench.store.worktreeSteps.list()).toEqual([])
  unmount()
  await life.restoring.restore(fork.id)
  expect(pictureOf(folder)).toEqual(picture)
})

test('on a read-only disk nothing is archived, moved or removed, and it says why', async (context) => {
  const { bench, life, fork, rescuedTo } = await discarded()
  const archives = join(bench.dataDir, 'archives')
  if (!mountAt(archives, '16m')) context.skip()
  execFileSync('mount', ['-o', 'remount,ro', archives])
  await expect(life.freeing.free(fork.id)).rejects.toMatchObject({ failure: { code: 'conflict', system: 'EROFS' } })
  expect(existsSync(join(rescuedTo, 'owner.json'))).toBe(true)
  expect(life.worktrees.record(fork.id)).toMatchObject({ state: 'discarded', archive: null })
})
