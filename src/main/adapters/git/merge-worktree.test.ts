import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type MergeBench, mergeBench, picture } from '../../../testing/merge-bench'

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'

/** The fork commits a change at the end of `a.txt`, and leaves a new file uncommitted. */
function work({ plan, fork }: MergeBench) {
  writeFileSync(join(plan.path, 'a.txt'), readFileSync(join(plan.path, 'a.txt'), 'utf8').replace('nine', 'NINE'))
  fork('commit', '-q', '-am', 'shout')
  writeFileSync(join(plan.path, 'new file ü\n"q" 漢字 🎉.txt'), 'new\n')
}

const NEW = 'new file ü\n"q" 漢字 🎉.txt'
const read = (folder: string, path = 'a.txt') => readFileSync(join(folder, path), 'utf8')

type Place = [name: string, before: Parameters<typeof mergeBench>[1], then: (bench: MergeBench) => void]
const PLACES: Place[] = [
  ['a clean parent', undefined, () => {}],
  [
    'carried work',
    (repo) => {
      repo.write('a.txt', LINES.replace('one', 'ONE'))
      repo.write('untracked.txt', 'mine\n')
      repo.write('staged.txt', 'staged\n')
      repo.git('add', 'staged.txt')
      return undefined
    },
    () => {},
  ],
  [
    'a parent that moved on',
    undefined,
    ({ repo }) => {
      repo.write('a.txt', LINES.replace('one', 'uno'))
      repo.write('b.txt', 'other\n')
      repo.commit('moved on')
      repo.write('a.txt', LINES.replace('one', 'uno').replace('two', 'due'))
    },
  ],
  ['a detached HEAD', (repo) => void repo.git('checkout', '-q', '--detach'), () => {}],
  [
    'a linked worktree as parent',
    (repo) => {
      repo.git('worktree', 'add', '-q', '-b', 'side', join(repo.beside, 'linked'))
      return join(repo.beside, 'linked')
    },
    () => {},
  ],
  ['a project in a subfolder', (repo) => join(repo.folder, 'sub'), () => {}],
]

describe.each(PLACES)('%s', (_name, before, then) => {
  const bench = async () => {
    const made = await mergeBench({ 'a.txt': LINES, 'sub/b.txt': 'b\n' }, before)
    work(made)
    then(made)
    return made
  }

  test('a merge makes the fork’s commits reachable, leaves the parent’s uncommitted work as it was, and comes once', async () => {
    const made = await bench()
    const { parent, home, merge } = made
    const status = home('status', '--porcelain')
    const old = picture(parent)
    const staged = home('diff', '--cached', '--name-only')
    const head = home('rev-parse', 'HEAD')
    const checked = await merge({ check: true })
    expect(picture(parent)).toEqual(old)
    expect(checked).toMatchObject({ commit: null, files: ['a.txt', NEW], added: 2, removed: 1 })
    const mine = read(parent)
    const done = await merge()
    expect(done.files).toEqual(checked.files)
    expect(read(parent)).toBe(mine.replace('nine', 'NINE'))
    expect(read(parent, NEW)).toBe('new\n')
    expect(home('rev-parse', 'HEAD')).toBe(done.commit)
    expect(home('rev-parse', 'HEAD^1')).toBe(head)
    expect(home('log', '--format=%s', '--topo-order', 'HEAD^1..HEAD')).toBe('Bring work home\nUncommitted work\nshout')
    expect(home('diff', '--name-only', '-z', 'HEAD^1', 'HEAD')).toBe(`a.txt\0${NEW}\0`)
    expect(home('status', '--porcelain')).toBe(status)
    expect(home('diff', '--cached', '--name-only')).toBe(staged)
    expect(done.refs.map((ref) => home('rev-parse', `${ref}^1`))).toEqual([head])
    const again = picture(parent)
    expect(await merge()).toMatchObject({ alreadyMerged: true, commit: null, files: [] })
    expect(picture(parent)).toEqual(again)
  })

  test('a squash is one commit, a patch is none', async () => {
    const squashed = await bench()
    const head = squashed.home('rev-parse', 'HEAD')
    const status = squashed.home('status', '--porcelain')
    const { commit } = await squashed.merge({ mode: 'squash' })
    expect(squashed.home('log', '--format=%H %s', `${head}..HEAD`)).toBe(`${commit} Bring work home`)
    expect(squashed.home('status', '--porcelain')).toBe(status)
    const patched = await bench()
    const old = picture(patched.parent)
    const before = read(patched.parent)
    expect(await patched.merge({ mode: 'patch' })).toMatchObject({ commit: null, files: ['a.txt', NEW] })
    const now = picture(patched.parent)
    expect({ head: now.head, index: now.index }).toEqual({ head: old.head, index: old.index })
    expect(read(patched.parent)).toBe(before.replace('nine', 'NINE'))
    expect(await patched.merge({ mode: 'patch' })).toMatchObject({ alreadyMerged: true })
  })
})

test('the carried commit is no ancestor of what comes home, and the replayed commits keep their people and words', async () => {
  const made = await mergeBench({ 'a.txt': LINES }, (repo) => void repo.write('a.txt', LINES.replace('one', 'ONE')))
  work(made)
  const { commit } = await made.merge()
  expect(made.plan.baseTree).not.toBeNull()
  expect(() => made.home('merge-base', '--is-ancestor', made.plan.baseTree ?? '', commit ?? '')).toThrow()
  expect(made.home('show', '-s', '--format=%an %s', `${commit}^2^`)).toBe('Test Person shout')
  expect(made.home('show', `${commit}:a.txt`)).toBe(LINES.replace('nine', 'NINE').trimEnd())
})

test('what the fork does after it came home comes home on top', async () => {
  const made = await mergeBench({ 'a.txt': LINES }, (repo) => void repo.write('a.txt', LINES.replace('one', 'ONE')))
  work(made)
  await made.merge()
  writeFileSync(join(made.plan.path, 'a.txt'), read(made.plan.path).replace('NINE', 'NINE\nten'))
  rmSync(join(made.plan.path, NEW))
  await made.merge({ mode: 'squash' })
  expect(read(made.parent)).toBe(LINES.replace('one', 'ONE').replace('nine', 'NINE\nten'))
  expect(existsSync(join(made.parent, NEW))).toBe(false)
  expect(made.home('status', '--porcelain')).toBe(' M a.txt')
})

test('after a patch, more of the same lines comes on top; where the person undid it and wrote something else, it conflicts', async () => {
  const made = await mergeBench({ 'a.txt': LINES })
  const fork = (line: string) => writeFileSync(join(made.plan.path, 'a.txt'), LINES.replace('nine', line))
  fork('nine\nten')
  await made.merge({ mode: 'patch' })
  fork('nine\nten\neleven')
  await made.merge({ mode: 'patch' })
  expect(read(made.parent)).toBe(LINES.replace('nine', 'nine\nten\neleven'))
  writeFileSync(join(made.parent, 'a.txt'), LINES.replace('nine', 'nine\nzehn'))
  await expect(made.merge({ mode: 'patch' })).rejects.toMatchObject({ failure: { code: 'worktree.conflict' } })
})

test('a parent that committed the carried work takes commits that build on it', async () => {
  const made = await mergeBench({ 'a.txt': LINES }, (repo) => void repo.write('a.txt', LINES.replace('nine', 'nein')))
  writeFileSync(join(made.plan.path, 'a.txt'), read(made.plan.path).replace('nein', 'nein!'))
  made.fork('commit', '-q', '-am', 'loud')
  expect(await made.merge({ check: true }).catch((error) => error.failure)).toMatchObject({
    code: 'worktree.conflict',
    files: [{ path: 'a.txt', reason: expect.stringContaining('not committed in the parent') }],
  })
  made.home('commit', '-q', '-am', 'carried')
  await made.merge()
  expect(read(made.parent)).toBe(LINES.replace('nine', 'nein!'))
  expect(made.home('status', '--porcelain')).toBe('')
})

test('commits the fork took over from its parent stay what they are', async () => {
  const made = await mergeBench({ 'a.txt': LINES }, (repo) => void repo.write('a.txt', LINES.replace('one', 'ONE')))
  made.repo.write('b.txt', 'b\n')
  made.home('add', 'b.txt')
  made.home('commit', '-q', '-m', 'moved on')
  const moved = made.home('rev-parse', 'HEAD')
  made.fork('merge', '-q', '-m', 'take over', moved)
  work(made)
  await made.merge()
  expect(made.home('log', '--format=%s', '--topo-order')).toBe(
    ['Bring work home', 'Uncommitted work', 'shout', 'take over', 'moved on', 'first'].join('\n'),
  )
  expect(made.home('log', '--format=%H', '--grep=moved on')).toBe(moved)
  expect(made.home('status', '--porcelain')).toBe(' M a.txt')
})

test('a sparse checkout gets what came home, and stays sparse otherwise', async () => {
  const made = await mergeBench({ 'a.txt': LINES, 'in/x': 'x\n', 'out/y': 'y\n', 'out/z': 'z\n' }, (repo) => {
    repo.git('sparse-checkout', 'set', 'in')
    return undefined
  })
  work(made)
  mkdirSync(join(made.plan.path, 'out'), { recursive: true })
  writeFileSync(join(made.plan.path, 'out/y'), 'Y\n')
  made.fork('add', '--sparse', 'out/y')
  made.fork('commit', '-q', '-m', 'outside')
  await made.merge()
  expect(read(made.parent, 'out/y')).toBe('Y\n')
  expect(existsSync(join(made.parent, 'out/z'))).toBe(false)
  expect(made.home('status', '--porcelain')).toBe('')
})

test('chosen files and hunks come home alone, and the rest later', async () => {
  const made = await mergeBench({ 'a.txt': LINES, 'b.txt': 'b\n' })
  writeFileSync(join(made.plan.path, 'b.txt'), 'B\n')
  work(made)
  expect((await made.merge({ mode: 'squash', paths: ['b.txt'] })).files).toEqual(['b.txt'])
  expect((await made.merge({ mode: 'squash', paths: [NEW] })).files).toEqual([NEW])
  expect(read(made.parent, 'b.txt')).toBe('B\n')
  expect(await made.merge({ paths: ['b.txt'] }).catch((error) => error.failure)).toMatchObject({
    code: 'invalid_input',
  })
  expect(await made.merge({ mode: 'squash', paths: ['nope'] }).catch((error) => error.failure)).toMatchObject({
    code: 'invalid_input',
    path: 'nope',
  })
  expect((await made.merge({ mode: 'squash' })).files).toEqual(['a.txt'])
  expect(made.home('status', '--porcelain')).toBe('')
})

test('links, modes and folders that become files come home as they are', async () => {
  const made = await mergeBench({ 'a.txt': LINES, 'd/x': 'x\n', 'd/y': 'y\n', f: 'f\n', 'run.sh': 'echo\n' })
  const { plan, parent } = made
  rmSync(join(plan.path, 'd'), { recursive: true })
  writeFileSync(join(plan.path, 'd'), 'a file now\n')
  rmSync(join(plan.path, 'f'))
  mkdirSync(join(plan.path, 'f'))
  writeFileSync(join(plan.path, 'f/inside'), 'inside\n')
  chmodSync(join(plan.path, 'run.sh'), 0o755)
  symlinkSync('../outside', join(plan.path, 'link'))
  await made.merge()
  expect(picture(parent).files).toEqual(picture(plan.path).files)
  expect(made.home('status', '--porcelain')).toBe('')
})

test('a named branch is made from the base, grows, and is refused where somebody has it checked out', async () => {
  const made = await mergeBench({ 'a.txt': LINES })
  const { home, merge, parent } = made
  work(made)
  const old = picture(parent)
  const branch = (name: string) => ({ into: { kind: 'branch' as const, name } })
  const done = await merge({ ...branch('topic'), mode: 'squash' })
  expect(done).toMatchObject({ folder: null, branch: 'topic', files: ['a.txt', NEW] })
  expect(home('rev-parse', 'topic')).toBe(done.commit)
  expect(home('rev-parse', 'topic^')).toBe(made.plan.base)
  expect({ ...picture(parent), refs: '' }).toEqual({ ...old, refs: '' })
  expect(await merge({ ...branch('topic'), mode: 'squash' })).toMatchObject({ alreadyMerged: true })
  for (const [name, code] of [
    [made.plan.branch, 'worktree.busy'],
    ['main', 'worktree.busy'],
    ['-x', 'invalid_input'],
    ['a..b', 'invalid_input'],
    ['topic/below', 'invalid_input'],
  ])
    expect(await merge(branch(name ?? '')).catch((error) => error.failure)).toMatchObject({ code })
  expect(await merge({ ...branch('t'), mode: 'patch' }).catch((error) => error.failure)).toMatchObject({
    code: 'invalid_input',
  })
})

test('a fork without work of its own has nothing to bring home', async () => {
  const made = await mergeBench({ 'a.txt': LINES }, (repo) => void repo.write('carried.txt', 'c\n'))
  expect(await made.merge()).toMatchObject({ commit: null, files: [], alreadyMerged: false })
})
