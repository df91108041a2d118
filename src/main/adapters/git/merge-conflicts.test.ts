// Everything that keeps work from coming home is named, all at once, and nothing is touched.
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { FailureError } from '../../../shared/contract/failure'
import { type MergeBench, mergeBench, picture } from '../../../testing/merge-bench'
import { gitIn } from '../../../testing/temporary-repository'

type Attempt = Parameters<MergeBench['merge']>[0]

/** Merges and looks; both fail the same way and leave every byte where it was. */
async function refused({ parent, merge }: MergeBench, order: Attempt = {}): Promise<Record<string, string>> {
  const failures: unknown[] = []
  const before = picture(parent)
  for (const check of [true, false]) {
    const error: unknown = await merge({ ...order, check }).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof FailureError)) throw error ?? new Error('it was merged')
    failures.push(error.failure)
    expect(picture(parent)).toEqual(before)
  }
  expect(failures[0]).toEqual(failures[1])
  const { code, files } = failures[0] as { code: string; files: { path: string; reason: string }[] }
  expect(code).toBe('worktree.conflict')
  return Object.fromEntries(files.map(({ path, reason }) => [path, reason]))
}

function put(folder: string, files: Record<string, string | null>): void {
  for (const [name, content] of Object.entries(files)) {
    if (content === null) {
      rmSync(join(folder, name), { recursive: true })
      continue
    }
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

const BASE = {
  lines: 'one\ntwo\n',
  'deleted here': 'x\n',
  'deleted there': 'x\n',
  'folder here': 'x\n',
  binary: 'a\0b',
  kind: 'x\n',
  'd/x': 'x\n',
  'fine.txt': 'x\n',
  '.gitignore': 'ignored*\n',
}

test('what commits on both sides cannot agree on', async () => {
  const made = await mergeBench(BASE)
  const { plan, parent } = made
  put(plan.path, {
    lines: 'one\nTWO\n',
    'deleted here': 'y\n',
    'deleted there': null,
    'folder here': 'y\n',
    binary: 'a\0c',
    'both added': 'fork\n',
    'd/x': 'y\n',
    'fine.txt': 'y\n',
    kind: null,
  })
  symlinkSync('elsewhere', join(plan.path, 'kind'))
  put(parent, {
    lines: 'one\nzwei\n',
    'deleted here': null,
    'deleted there': 'z\n',
    'folder here': null,
    'folder here/file': 'z\n',
    binary: 'a\0d',
    'both added': 'parent\n',
    d: null,
    kind: 'z\n',
  })
  made.home('add', '--all')
  made.home('commit', '-q', '-m', 'moved on')
  put(parent, { d: 'now a file\n' })
  made.home('add', 'd')
  expect(await refused(made)).toMatchObject({
    lines: 'both sides changed the same lines',
    'deleted here': 'one side changed it, the other deleted it',
    'deleted there': 'one side changed it, the other deleted it',
    'folder here': expect.stringMatching(/folder|deleted/),
    binary: expect.stringContaining('both sides changed'),
    'both added': 'both sides added it, with different content',
    'd/x': 'one side changed it, the other deleted it',
    kind: expect.stringMatching(/type|same lines|deleted/),
  })
  expect((await refused(made, { mode: 'patch', paths: ['lines', 'fine.txt'] })).lines).toBeDefined()
})

test('what only lies in the folder is in the way: untracked, ignored, staged, folders and links', async () => {
  const made = await mergeBench(BASE)
  const { plan, parent } = made
  put(plan.path, {
    untracked: 'fork\n',
    'ignored.txt': 'fork\n',
    'ignored/deep': 'fork\n',
    'ignored-link/file': 'fork\n',
    ground: 'fork\n',
    lines: 'one\nTWO\n',
    'fine.txt': 'y\n',
  })
  made.fork('add', '--force', 'ignored.txt', 'ignored/deep', 'ignored-link/file')
  put(parent, { untracked: 'mine\n', 'ignored.txt': 'mine\n', ignored: 'mine\n', 'ground/ignored here': 'mine\n' })
  symlinkSync(made.repo.beside, join(parent, 'ignored-link'))
  writeFileSync(join(parent, 'lines'), 'one\ndue\n')
  made.home('add', 'lines')
  writeFileSync(join(parent, 'lines'), 'one\ntwo\n')
  const trees = await refused(made)
  expect(trees).toEqual({
    untracked: 'an untracked file of that name is in the way',
    lines: 'both sides changed the same lines; the other side is staged',
  })
  put(parent, { untracked: null })
  made.home('reset', '-q')
  expect(await refused(made)).toEqual({
    'ignored.txt': 'an ignored file of that name is in the way',
    'ignored/deep': 'ignored, which is no folder, is in the way',
    'ignored-link/file': 'ignored-link, which is no folder, is in the way',
    ground: 'a folder of that name is in the way',
  })
})

test('bytes that git does not know of are never written over', async () => {
  const made = await mergeBench(BASE)
  put(made.plan.path, { lines: 'one\nTWO\n' })
  made.home('update-index', '--assume-unchanged', 'lines')
  put(made.parent, { lines: 'one\nsecret change\n' })
  expect(await refused(made)).toEqual({ lines: expect.stringContaining('not what git takes it for') })
})

test('names that differ only in case clash where the file system does not tell them apart', async () => {
  const made = await mergeBench(BASE)
  put(made.plan.path, { Lines: 'fork\n', 'D/new': 'fork\n' })
  made.fork('add', '.')
  made.fork('commit', '-q', '-m', 'capitals')
  made.home('config', 'core.ignoreCase', 'true')
  expect(await refused(made)).toEqual({
    Lines: 'it differs from lines only in upper and lower case',
    'D/new': 'it differs from d only in upper and lower case',
  })
})

test('submodules, and names no text can hold, are left to the person', async () => {
  const made = await mergeBench(BASE)
  const { plan, fork } = made
  fork('update-index', '--add', '--cacheinfo', `160000,${plan.base},module`)
  fork('commit', '-q', '-m', 'a submodule')
  mkdirSync(join(plan.path, 'module'))
  expect(await refused(made)).toEqual({ module: 'it is a submodule: merge it by hand' })
  const other = await mergeBench(BASE)
  writeFileSync(Buffer.concat([Buffer.from(`${other.plan.path}/caf`), Buffer.of(0xe9)]), 'x')
  expect(Object.values(await refused(other))).toEqual(['its name is not valid UTF-8'])
})

test('conflicts that are open on either side come first, and an unfinished merge is busy', async () => {
  const made = await mergeBench(BASE)
  put(made.plan.path, { lines: 'fork\n' })
  const blob = gitIn(made.parent, 'rev-parse', 'HEAD:lines')
  const conflict = (folder: string) => {
    const info = join(made.repo.beside, 'info')
    writeFileSync(info, [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\tlines\n`).join(''))
    gitIn(folder, 'rm', '-q', '--cached', 'lines')
    gitIn(folder, '-c', 'alias.put=!git update-index --index-info <', 'put', info)
  }
  conflict(made.parent)
  expect(await refused(made)).toEqual({ lines: 'the parent’s folder has a conflict in it' })
  made.home('reset', '-q')
  writeFileSync(join(made.parent, '.git/MERGE_HEAD'), `${made.plan.base}\n`)
  await expect(made.merge()).rejects.toMatchObject({
    failure: { code: 'worktree.busy', message: expect.stringContaining('a merge is not finished') },
  })
  rmSync(join(made.parent, '.git/MERGE_HEAD'))
  conflict(made.plan.path)
  expect(await refused(made)).toEqual({ lines: 'the fork has not resolved a conflict in it' })
})

test('an executable bit on one side and lines on the other go together', async () => {
  const made = await mergeBench(BASE)
  put(made.plan.path, { lines: 'one\nTWO\n' })
  chmodSync(join(made.parent, 'lines'), 0o755)
  await made.merge()
  expect(picture(made.parent).files).toMatchObject({ lines: `755 ${Buffer.from('one\nTWO\n').toString('base64')}` })
  expect(made.home('diff', '--summary')).toContain('mode change 100644 => 100755 lines')
})
