import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { FailureError } from '../../../shared/contract/failure'
import {
  gitIn,
  type RepositoryOptions,
  type TemporaryRepository,
  temporaryRepository,
} from '../../../testing/temporary-repository'
import { createGit } from './create-git'

const TRUSTED = { trusted: true }
const THREAD = 'thr_01jfabcdef0123456789abcdef'

let made: TemporaryRepository[] = []
afterEach(() => {
  for (const repository of made) repository.remove()
  made = []
})

function repository(options: RepositoryOptions = { files: { 'a.txt': 'one\n', 'dir/b.txt': 'two\n' } }) {
  const repo = temporaryRepository(options)
  made.push(repo)
  const git = createGit({ dataDir: join(repo.beside, 'data') })
  const plan = (folder = repo.folder, threadId = THREAD) =>
    git.planWorktree({ folder, threadId, title: 'Try the new parser' }, TRUSTED)
  return { repo, git, plan }
}

async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof FailureError ? error.failure : error
}

const treeOf = (repo: TemporaryRepository, commit: string | null) =>
  repo.git('ls-tree', '-r', '--name-only', commit ?? 'HEAD').split('\n')

describe('planWorktree', () => {
  it('starts at HEAD alone when nothing is uncommitted', async () => {
    const { repo, plan } = repository()
    const planned = await plan()
    expect(planned).toMatchObject({
      base: repo.git('rev-parse', 'HEAD'),
      baseTree: null,
      branch: 'tine/try-the-new-parser-abcdef',
      path: join(repo.beside, 'data', 'worktrees', THREAD, 'project'),
      subPath: '',
      parentFolder: repo.folder,
      commonDir: join(repo.folder, '.git'),
      notes: [],
    })
    expect(repo.git('rev-parse', `refs/tine/base/${THREAD}`)).toBe(planned.base)
  })

  it('carries staged, unstaged, deleted and untracked files, and leaves ignored ones out', async () => {
    const { repo, plan } = repository({
      files: { 'a.txt': 'one\n', 'gone.txt': 'x\n', 'b.txt': 'b\n', '.gitignore': 'out/\n' },
    })
    repo.write('a.txt', 'changed\n')
    repo.write('staged.txt', 'staged\n')
    repo.git('add', 'staged.txt')
    repo.write('staged.txt', 'staged, then changed\n')
    repo.write('new/deep/untracked.txt', 'new\n')
    repo.write('run.sh', '#!/bin/sh\n', 0o755)
    repo.write('out/ignored.txt', 'x')
    symlinkSync('a.txt', join(repo.folder, 'link'))
    rmSync(join(repo.folder, 'gone.txt'))
    const planned = await plan()
    expect(treeOf(repo, planned.baseTree)).toEqual(
      ['.gitignore', 'a.txt', 'b.txt', 'link', 'new/deep/untracked.txt', 'run.sh', 'staged.txt'].sort(),
    )
    expect(repo.git('show', `${planned.baseTree}:staged.txt`)).toBe('staged, then changed')
    expect(repo.git('ls-tree', planned.baseTree ?? '', 'run.sh', 'link')).toMatch(/^120000.*link\n100755.*run\.sh$/)
    expect(repo.git('log', '-1', '--format=%an <%ae> %P', planned.baseTree ?? '')).toBe(
      `Tine <tine@localhost> ${planned.base}`,
    )
  })

  it('leaves index, stash, HEAD, refs and files of the parent as they were, byte for byte', async () => {
    const { repo, plan } = repository()
    repo.write('a.txt', 'stashed\n')
    repo.git('stash')
    repo.write('a.txt', 'changed\n')
    repo.git('add', '--intent-to-add', '--', 'a.txt')
    repo.write('untracked', 'u')
    const facts = () => ({
      index: readFileSync(join(repo.folder, '.git/index')),
      indexTime: statSync(join(repo.folder, '.git/index')).mtimeMs,
      head: readFileSync(join(repo.folder, '.git/HEAD')),
      stash: readFileSync(join(repo.folder, '.git/logs/refs/stash')),
      refs: repo.git('for-each-ref', 'refs/heads', 'refs/stash', 'refs/tags'),
      fileTime: statSync(join(repo.folder, 'a.txt')).mtimeMs,
      file: readFileSync(join(repo.folder, 'a.txt')),
    })
    const before = facts()
    await plan()
    expect(facts()).toEqual(before)
  })

  it('sees a change of equal size made in the instant the index was written', async () => {
    const { repo, plan } = repository({ files: { 'a.txt': 'one\n' } })
    const time = statSync(join(repo.folder, '.git/index')).mtime
    writeFileSync(join(repo.folder, 'a.txt'), 'two\n')
    utimesSync(join(repo.folder, 'a.txt'), time, time)
    const planned = await plan()
    expect(repo.git('show', `${planned.baseTree}:a.txt`)).toBe('two')
  })

  it('gives siblings with the same state the same starting commit', async () => {
    const { repo, plan } = repository()
    repo.write('a.txt', 'changed\n')
    const first = await plan(repo.folder, 'thr_00000000000000000000000001')
    const second = await plan(repo.folder, 'thr_00000000000000000000000002')
    expect(second.baseTree).toBe(first.baseTree)
    expect(second.branch).not.toBe(first.branch)
  })

  it('takes a conflicted merge as it lies in the folder', async () => {
    const { repo, plan } = repository({ files: { 'a.txt': 'one\n' } })
    repo.git('checkout', '--quiet', '-b', 'other')
    repo.write('a.txt', 'theirs\n')
    repo.commit('theirs')
    repo.git('checkout', '--quiet', 'main')
    repo.write('a.txt', 'ours\n')
    repo.commit('ours')
    expect(() => repo.git('merge', 'other')).toThrow()
    const planned = await plan()
    expect(repo.git('show', `${planned.baseTree}:a.txt`)).toContain('<<<<<<< HEAD')
  })

  it('follows a file that became a folder, a folder that became a file, and a folder that became a link', async () => {
    const { repo, plan } = repository({ files: { file: 'f', 'dir/x': 'x', 'linked/y': 'y', 'real/z': 'z' } })
    rmSync(join(repo.folder, 'file'))
    repo.write('file/inner', 'inner')
    rmSync(join(repo.folder, 'dir'), { recursive: true })
    repo.write('dir', 'now a file')
    rmSync(join(repo.folder, 'linked'), { recursive: true })
    symlinkSync('real', join(repo.folder, 'linked'))
    expect(treeOf(repo, (await plan()).baseTree)).toEqual(['dir', 'file/inner', 'linked', 'real/z'])
  })

  it('leaves a nested repository out and says so', async () => {
    const { repo, plan } = repository()
    mkdirSync(join(repo.folder, 'nested'))
    gitIn(join(repo.folder, 'nested'), 'init', '--quiet')
    const planned = await plan()
    expect(planned.baseTree).toBeNull()
    expect(planned.notes).toEqual(['nested is a repository of its own and is left out'])
  })

  it('works in the matching subfolder when the project is one', async () => {
    const { repo, plan } = repository()
    expect(await plan(join(repo.folder, 'dir'))).toMatchObject({ subPath: 'dir', parentFolder: repo.folder })
  })

  it('gives a branch name no other branch has, exactly, by case, or as a folder', async () => {
    const { repo, plan } = repository()
    repo.git('branch', 'TINE/Try-The-New-Parser-ABCDEF')
    repo.git('branch', 'tine/try-the-new-parser-9abcdef/below')
    expect((await plan()).branch).toBe('tine/try-the-new-parser-89abcdef')
  })

  it('uses another prefix in a repository with a branch named tine', async () => {
    const { repo, plan } = repository()
    repo.git('branch', 'tine')
    expect((await plan()).branch).toBe('tine-forks/try-the-new-parser-abcdef')
  })

  it('promises no branch name twice', async () => {
    const { repo, plan } = repository()
    const first = await plan(repo.folder, 'thr_01jfabcdef0123456789abcdef')
    const second = await plan(repo.folder, 'thr_02jfabcdef0123456780abcdef')
    expect(second.branch).not.toBe(first.branch)
  })

  it('refuses a folder that exists already', async () => {
    const { repo, plan } = repository()
    mkdirSync(join(repo.beside, 'data/worktrees', THREAD), { recursive: true })
    expect(await failureOf(plan())).toMatchObject({ code: 'conflict' })
  })

  it.each([
    ['a folder without repository', { bare: false }, 'beside', 'worktree.not_git', /not in a git repository/],
    ['a bare repository', { bare: true }, 'folder', 'worktree.not_git', /bare/],
    ['a branch without commit', {}, 'folder', 'worktree.no_commit', /main has no commit yet/],
  ] as const)('refuses %s', async (_, options, where, code, message) => {
    const { repo, plan } = repository(options)
    expect(await failureOf(plan(repo[where]))).toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('refuses a data folder inside the checkout, unless git ignores it', async () => {
    const { repo } = repository()
    const inside = createGit({ dataDir: join(repo.folder, 'data') })
    const plan = () => inside.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, TRUSTED)
    expect(await failureOf(plan())).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/in the repository/),
    })
    repo.write('.gitignore', 'data/\n')
    expect(await plan()).toMatchObject({ path: join(repo.folder, 'data/worktrees', THREAD, 'project') })
  })

  it('starts from a detached HEAD', async () => {
    const { repo, plan } = repository()
    repo.git('checkout', '--quiet', '--detach')
    expect((await plan()).base).toBe(repo.git('rev-parse', 'HEAD'))
  })
})
