// A part of the work: hunks by the ids under which they were shown, and bytes as they are, whatever their line ends.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hunkId, splitHunks } from '../../../core/worktree/hunk-id'
import { type MergeBench, mergeBench } from '../../../testing/merge-bench'
import { createGit } from './create-git'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const numbers = (change: (n: number) => string = String) =>
  Array.from({ length: 40 }, (_, n) => `${change(n + 1)}\n`).join('')

/** The ids of a file's hunks, as `worktree.file` tells them. */
async function idsOf({ plan, dataDir }: MergeBench, path: string): Promise<string[]> {
  const change = await createGit({ dataDir }).readFileChange(plan, path, { trusted: false })
  return splitHunks(change?.diff ?? '').map((hunk) => hunkId(path, hunk, sha256))
}

test('chosen hunks come home alone, and the others later', async () => {
  const made = await mergeBench({ 'a.txt': numbers(), 'old name.txt': numbers() })
  const { plan, parent } = made
  const fork = (n: number) => ([1, 20, 40].includes(n) ? `fork ${n}` : String(n))
  writeFileSync(join(plan.path, 'a.txt'), numbers(fork))
  made.fork('mv', 'old name.txt', 'new name.txt')
  writeFileSync(join(plan.path, 'new name.txt'), `${numbers(fork)}without end`)
  const here = (path: string) => readFileSync(join(parent, path), 'utf8')
  const [first, second, third] = await idsOf(made, 'a.txt')
  const renamed = await idsOf(made, 'new name.txt')
  const done = await made.merge({
    mode: 'squash',
    hunks: [
      { path: 'a.txt', ids: [second ?? ''] },
      { path: 'new name.txt', ids: [renamed[2] ?? ''] },
    ],
  })
  expect(done.files.sort()).toEqual(['a.txt', 'new name.txt', 'old name.txt'])
  expect(here('a.txt')).toBe(numbers((n) => (n === 20 ? 'fork 20' : String(n))))
  expect(here('new name.txt')).toBe(`${numbers((n) => (n === 40 ? 'fork 40' : String(n)))}without end`)
  await made.merge({ mode: 'squash', hunks: [{ path: 'a.txt', ids: [third ?? '', first ?? ''] }] })
  expect(here('a.txt')).toBe(numbers(fork))
  expect(await made.merge({ mode: 'squash', paths: ['a.txt'] })).toMatchObject({ alreadyMerged: true })
  await made.merge({ mode: 'squash' })
  expect(here('new name.txt')).toBe(`${numbers(fork)}without end`)
  expect(made.home('status', '--porcelain')).toBe('')
})

test('a hunk that changed since it was shown is not taken for another', async () => {
  const made = await mergeBench({ 'a.txt': numbers() })
  writeFileSync(
    join(made.plan.path, 'a.txt'),
    numbers((n) => (n === 20 ? 'twenty' : String(n))),
  )
  const ids = await idsOf(made, 'a.txt')
  writeFileSync(
    join(made.plan.path, 'a.txt'),
    numbers((n) => (n === 20 ? 'TWENTY' : String(n))),
  )
  const merging = made.merge({ mode: 'patch', hunks: [{ path: 'a.txt', ids }] })
  await expect(merging).rejects.toMatchObject({ failure: { code: 'conflict', path: 'a.txt' } })
})

test('hunks of new, deleted and Latin-1 files are taken byte for byte', async () => {
  const latin = Buffer.from(
    numbers((n) => `caf\xe9 ${n}`),
    'latin1',
  )
  const made = await mergeBench({ gone: numbers() }, (repo) => {
    repo.write('latin', latin)
    repo.commit('latin')
    return undefined
  })
  const now = Buffer.from(
    numbers((n) => ([1, 30].includes(n) ? `th\xe9 ${n}` : `caf\xe9 ${n}`)),
    'latin1',
  )
  writeFileSync(join(made.plan.path, 'latin'), now)
  writeFileSync(join(made.plan.path, 'new'), 'new\n')
  made.fork('rm', '-q', 'gone')
  const hunks = await Promise.all(['new', 'gone'].map(async (path) => ({ path, ids: await idsOf(made, path) })))
  const [, second = ''] = await idsOf(made, 'latin')
  await made.merge({ mode: 'patch', hunks: [...hunks, { path: 'latin', ids: [second] }] })
  expect(made.home('status', '--porcelain')).toBe(' D gone\n M latin\n?? new')
  expect(readFileSync(join(made.parent, 'latin'))).toEqual(
    Buffer.from(
      numbers((n) => (n === 30 ? 'th\xe9 30' : `caf\xe9 ${n}`)),
      'latin1',
    ),
  )
})

test('a file keeps the line ends it has in the folder; where they are mixed it is left to the person', async () => {
  const made = await mergeBench({
    '.gitattributes': '*.txt text\n',
    'dos.txt': 'a\nb\nc\nd\n',
    'mixed.txt': 'a\nb\nc\nd\n',
  })
  const { plan, parent } = made
  writeFileSync(join(parent, 'dos.txt'), 'a\r\nb\r\nc\r\nmine\r\n')
  writeFileSync(join(plan.path, 'dos.txt'), 'fork\nb\nc\nd\n')
  await made.merge({ mode: 'patch' })
  expect(readFileSync(join(parent, 'dos.txt'), 'utf8')).toBe('fork\r\nb\r\nc\r\nmine\r\n')
  writeFileSync(join(parent, 'mixed.txt'), 'a\r\nb\nc\r\nd\n')
  writeFileSync(join(plan.path, 'mixed.txt'), 'fork\nb\nc\nd\n')
  await expect(made.merge({ mode: 'patch' })).rejects.toMatchObject({
    failure: {
      code: 'worktree.conflict',
      files: [{ path: 'mixed.txt', reason: expect.stringContaining('line ends') }],
    },
  })
})
