import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
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
  const dataDir = join(repo.beside, 'data')
  const git = createGit({ dataDir })
  const plan = (folder = repo.folder, threadId = THREAD) =>
    git.planWorktree({ folder, threadId, title: 'A fork' }, TRUSTED)
  return { repo, git, plan, dataDir }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof FailureError ? error.failure.code : error),
  )

const statusOf = (folder: string) => gitIn(folder, 'status', '--porcelain')

describe('createWorktree', () => {
  it("gives the fork the parent's uncommitted files, clean on its own branch", async () => {
    const { repo, git, plan } = repository()
    repo.write('a.txt', 'changed\n')
    repo.write('new.txt', 'new\n')
    repo.write('run.sh', '#!/bin/sh\n', 0o755)
    symlinkSync('a.txt', join(repo.folder, 'link'))
    const planned = await plan()
    const before = readFileSync(join(repo.folder, '.git/index'))
    const created = await git.createWorktree(planned, TRUSTED)
    expect(created).toEqual({ head: planned.baseTree, notes: [] })
    expect(readFileSync(join(planned.path, 'a.txt'), 'utf8')).toBe('changed\n')
    expect(readFileSync(join(planned.path, 'new.txt'), 'utf8')).toBe('new\n')
    expect(readFileSync(join(planned.path, 'link'), 'utf8')).toBe('changed\n')
    expect(statSync(join(planned.path, 'run.sh')).mode & 0o100).toBe(0o100)
    expect(statusOf(planned.path)).toBe('')
    expect(gitIn(planned.path, 'symbolic-ref', '--short', 'HEAD')).toBe(planned.branch)
    expect(readFileSync(join(repo.folder, '.git/index'))).toEqual(before)
    expect(await git.verifyWorktree(planned)).toMatchObject({
      ok: true,
      head: planned.baseTree,
      branch: planned.branch,
    })
  })

  it('keeps line ends byte for byte, whatever autocrlf says', async () => {
    for (const autocrlf of ['true', 'input', 'false']) {
      const { repo, git, plan } = repository()
      repo.git('config', 'core.autocrlf', autocrlf)
      repo.write('crlf.txt', 'one\r\ntwo\r\n')
      repo.write('lf.txt', 'one\ntwo\n')
      const planned = await plan()
      await git.createWorktree(planned, TRUSTED)
      for (const name of ['crlf.txt', 'lf.txt']) {
        expect(readFileSync(join(planned.path, name)), autocrlf).toEqual(readFileSync(join(repo.folder, name)))
      }
      expect(statusOf(planned.path)).toBe('')
    }
  })

  it('is repeatable: a complete worktree is left alone, with the work in it', async () => {
    const { git, plan } = repository()
    const planned = await plan()
    await git.createWorktree(planned, TRUSTED)
    writeFileSync(join(planned.path, 'work.txt'), 'precious')
    await git.createWorktree(planned, TRUSTED)
    expect(readFileSync(join(planned.path, 'work.txt'), 'utf8')).toBe('precious')
  })

  it('makes one worktree when it is asked twice at once', async () => {
    const { repo, git, plan } = repository()
    const planned = await plan()
    await Promise.all([git.createWorktree(planned, TRUSTED), git.createWorktree(planned, TRUSTED)])
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(2)
    expect(existsSync(join(repo.beside, 'data/rescued'))).toBe(false)
  })

  it('starts over after a crash between registration and checkout, moving the remains aside', async () => {
    const { repo, git, plan, dataDir } = repository()
    const planned = await plan()
    await git.createWorktree(planned, TRUSTED)
    const ownerFile = join(dataDir, 'worktrees', THREAD, 'owner.json')
    writeFileSync(ownerFile, readFileSync(ownerFile, 'utf8').replace('"created": true', '"created": false'))
    rmSync(join(planned.path, 'a.txt'))
    await git.createWorktree(planned, TRUSTED)
    expect(statusOf(planned.path)).toBe('')
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(2)
    expect(await git.verifyWorktree(planned)).toMatchObject({ ok: true })
  })

  it('goes on after a crash that left only the claim and the branch', async () => {
    const { repo, git, plan, dataDir } = repository()
    repo.write('a.txt', 'carried\n')
    const planned = await plan()
    const { threadId, nonce, commonDir, branch } = planned
    mkdirSync(join(dataDir, 'worktrees', THREAD), { recursive: true })
    const owner = { version: 1, threadId, nonce, commonDir, branch, created: false }
    writeFileSync(join(dataDir, 'worktrees', THREAD, 'owner.json'), JSON.stringify(owner))
    repo.git('branch', branch, planned.baseTree ?? '')
    await git.createWorktree(planned, TRUSTED)
    expect(await git.verifyWorktree(planned)).toMatchObject({ ok: true, head: planned.baseTree })
  })

  it('never takes over a folder with something in it, or a branch it did not make', async () => {
    const { repo, git, plan, dataDir } = repository()
    const planned = await plan()
    mkdirSync(join(dataDir, 'worktrees', THREAD), { recursive: true })
    writeFileSync(join(dataDir, 'worktrees', THREAD, 'mine.txt'), 'mine')
    expect(await codeOf(git.createWorktree(planned, TRUSTED))).toBe('conflict')
    const other = await plan(repo.folder, 'thr_01jfabcdef0123456789zzzzzz')
    repo.git('branch', other.branch)
    expect(await codeOf(git.createWorktree(other, TRUSTED))).toBe('conflict')
  })

  it('refuses a data folder with a link on the way', async () => {
    const { repo, git, plan, dataDir } = repository()
    const planned = await plan()
    const elsewhere = join(repo.beside, 'elsewhere')
    mkdirSync(elsewhere)
    mkdirSync(dataDir, { recursive: true })
    symlinkSync(elsewhere, join(dataDir, 'worktrees'))
    expect(await codeOf(git.createWorktree(planned, TRUSTED))).toBe('conflict')
  })

  it('makes ten worktrees at once, each on its own branch', async () => {
    const { repo, git, plan } = repository()
    repo.write('a.txt', 'changed\n')
    const ids = Array.from({ length: 10 }, (_, n) => `thr_0000000000000000000000000${n}`)
    const plans = await Promise.all(ids.map((id) => plan(repo.folder, id)))
    await Promise.all(plans.map((planned) => git.createWorktree(planned, TRUSTED)))
    expect(new Set(plans.map((planned) => planned.branch)).size).toBe(10)
    for (const planned of plans) {
      expect(await git.verifyWorktree(planned)).toMatchObject({ ok: true, branch: planned.branch })
      expect(readFileSync(join(planned.path, 'a.txt'), 'utf8')).toBe('changed\n')
    }
  })

  it('works for repositories and files with any name', async () => {
    const names = [
      'with space',
      `quote"d 'and' $x`,
      '文件夹',
      'emoji 🍴',
      'new\nline',
      '-dash',
      '*?[glob]',
      ':(top)magic',
    ]
    for (const name of names) {
      const { repo, git, plan } = repository({ name, files: { [`${name}.txt`]: 'x' } })
      repo.write(`dir ${name}/${name}`, 'carried')
      const planned = await plan()
      await git.createWorktree(planned, TRUSTED)
      expect(readFileSync(join(planned.path, `dir ${name}/${name}`), 'utf8'), name).toBe('carried')
      expect(await git.verifyWorktree(planned), name).toMatchObject({ ok: true })
    }
  })

  it('carries a file whose name is not valid UTF-8', async () => {
    const { repo, git, plan } = repository()
    writeFileSync(Buffer.concat([Buffer.from(`${repo.folder}/`), Buffer.from([0x66, 0xff])]), 'latin')
    const planned = await plan()
    await git.createWorktree(planned, TRUSTED)
    expect(gitIn(planned.path, 'ls-files')).toContain('"f\\377"')
    expect(statusOf(planned.path)).toBe('')
  })

  it('forks a linked worktree, and a worktree of ours, from what is checked out there', async () => {
    const { repo, git, plan } = repository()
    const linked = join(repo.beside, 'linked')
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked)
    writeFileSync(join(linked, 'side.txt'), 'side')
    const first = await plan(linked)
    await git.createWorktree(first, TRUSTED)
    expect(first).toMatchObject({ parentFolder: linked, commonDir: join(repo.folder, '.git') })
    writeFileSync(join(first.path, 'deeper.txt'), 'deeper')
    const second = await plan(first.path, 'thr_01jfabcdef0123456789second')
    await git.createWorktree(second, TRUSTED)
    expect(readFileSync(join(second.path, 'side.txt'), 'utf8')).toBe('side')
    expect(readFileSync(join(second.path, 'deeper.txt'), 'utf8')).toBe('deeper')
  })

  it('forks a repository with submodules, and a submodule itself', async () => {
    const inner = repository({ files: { 'inner.txt': 'inner' } })
    const { repo, git, plan } = repository()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.repo.folder, 'sub')
    repo.commit('with submodule')
    const outer = await plan()
    expect(outer.notes).toEqual(['Submodules are empty folders in the worktree: sub'])
    await git.createWorktree(outer, TRUSTED)
    expect(statusOf(outer.path)).toBe('')
    writeFileSync(join(repo.folder, 'sub/inner.txt'), 'changed')
    const within = await plan(join(repo.folder, 'sub'), 'thr_01jfabcdef0123456789within')
    await git.createWorktree(within, TRUSTED)
    expect(readFileSync(join(within.path, 'inner.txt'), 'utf8')).toBe('changed')
    expect(await git.verifyWorktree(within)).toMatchObject({ ok: true })
  })

  it('keeps a sparse checkout sparse', async () => {
    const { repo, git, plan } = repository({ files: { 'in/a.txt': 'a', 'out/b.txt': 'b' } })
    repo.git('sparse-checkout', 'set', '--cone', 'in')
    repo.write('in/new.txt', 'new')
    const planned = await plan()
    await git.createWorktree(planned, TRUSTED)
    expect(existsSync(join(planned.path, 'out'))).toBe(false)
    expect(readFileSync(join(planned.path, 'in/new.txt'), 'utf8')).toBe('new')
    expect(gitIn(planned.path, 'ls-files')).toBe('in/a.txt\nin/new.txt\nout/b.txt')
    expect(await git.readChanges(planned, TRUSTED)).toMatchObject({ files: [] })
  })

  it('works in a SHA-256 repository with a split index', async () => {
    const { repo, git, plan } = repository({ objectFormat: 'sha256', files: { 'a.txt': 'a' } })
    repo.git('update-index', '--split-index')
    repo.write('b.txt', 'b')
    const planned = await plan()
    expect(planned.base).toHaveLength(64)
    await git.createWorktree(planned, TRUSTED)
    writeFileSync(join(planned.path, 'c.txt'), 'c')
    expect((await git.readChanges(planned, TRUSTED)).files).toMatchObject([
      { path: 'c.txt', status: 'untracked', added: 1, removed: 0 },
    ])
  })

  it('stops the launch when a file of the commit is not there', async () => {
    const { repo, git, plan } = repository()
    repo.git('config', 'core.ignorecase', 'false')
    const blob = gitIn(repo.folder, 'hash-object', '-w', 'a.txt')
    const planned = await plan()
    rmSync(join(repo.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    await expect(git.createWorktree(planned, TRUSTED)).rejects.toThrow(/a\.txt|unable to read/)
    expect(JSON.parse(readFileSync(join(planned.path, '../owner.json'), 'utf8'))).toMatchObject({ created: false })
  })

  it('makes the subfolder of the project also where the commit does not have it', async () => {
    const { repo, git, plan } = repository({ files: { '.gitignore': 'out/\n' } })
    mkdirSync(join(repo.folder, 'out/here'), { recursive: true })
    const planned = await plan(join(repo.folder, 'out/here'))
    await git.createWorktree(planned, TRUSTED)
    expect(statSync(join(planned.path, planned.subPath)).isDirectory()).toBe(true)
    expect(planned.subPath).toBe('out/here')
  })
})
