// A fork starts with what its parent sees, byte for byte, in every kind of repository; its diff shows only its own work.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  gitIn,
  type RepositoryOptions,
  type TemporaryRepository,
  temporaryRepository,
} from '../../../testing/temporary-repository'
import type { Git } from '../../services/ports/git'
import { createGit } from './create-git'

const THREAD = 'thr_01jfabcdef0123456789abcdef'
const FILES = { 'a.txt': 'one\n', 'dir/b.txt': 'two\n', '.gitignore': 'ignored/\n', 'run.sh': '#!/bin/sh\n' }

let made: TemporaryRepository[] = []
afterEach(() => {
  for (const repository of made) repository.remove()
  made = []
})

function start(options: RepositoryOptions = { files: FILES }): { repo: TemporaryRepository; git: Git } {
  const repo = temporaryRepository(options)
  made.push(repo)
  return { repo, git: createGit({ dataDir: join(repo.beside, 'data') }) }
}

/** Uncommitted work of every kind. */
function work(folder: string) {
  writeFileSync(join(folder, 'a.txt'), 'staged\n')
  gitIn(folder, 'add', 'a.txt')
  writeFileSync(join(folder, 'a.txt'), 'staged, then changed\r\n')
  writeFileSync(join(folder, 'dir/new 名.bin'), Uint8Array.of(0, 255, 10))
  chmodSync(join(folder, 'run.sh'), 0o755)
  symlinkSync('nowhere', join(folder, 'dangling'))
  mkdirSync(join(folder, 'ignored'))
  writeFileSync(join(folder, 'ignored/i.txt'), 'i')
}

/** Every file that git sees, with what it holds and whether it can be run. */
function picture(folder: string, at = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(join(folder, at))) {
    const path = at === '' ? name : `${at}/${name}`
    if (path === '.git' || path === 'ignored') continue
    const stat = lstatSync(join(folder, path))
    if (stat.isDirectory()) Object.assign(found, picture(folder, path))
    else if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(folder, path))}`
    else found[path] = `${stat.mode & 0o100} ${readFileSync(join(folder, path)).toString('base64')}`
  }
  return found
}

const shared = (repo: TemporaryRepository) => {
  const gitDir = repo.git('rev-parse', '--path-format=absolute', '--git-common-dir')
  return { config: readFileSync(join(gitDir, 'config'), 'hex'), head: repo.git('rev-parse', '--verify', 'HEAD') }
}

/** Forks a checkout and compares; then the fork works, and its changes are only its own. */
async function expectFork(git: Git, checkout: string, trusted = true) {
  const before = readFileSync(join(gitIn(checkout, 'rev-parse', '--absolute-git-dir'), 'index'), 'hex')
  const plan = await git.planWorktree({ folder: checkout, threadId: THREAD, title: 'x' }, { trusted })
  const { notes } = await git.createWorktree(plan, { trusted })
  expect(picture(plan.path)).toEqual(picture(checkout))
  expect((await git.readChanges(plan, { trusted })).files).toEqual([])
  expect(gitIn(plan.path, 'symbolic-ref', '--short', 'HEAD')).toBe(plan.branch)
  writeFileSync(join(plan.path, 'own.txt'), 'own\n')
  expect((await git.readChanges(plan, { trusted })).files.map((file) => file.path)).toEqual(['own.txt'])
  expect(readFileSync(join(gitIn(checkout, 'rev-parse', '--absolute-git-dir'), 'index'), 'hex')).toBe(before)
  return { plan, notes: [...plan.notes, ...notes] }
}

describe('a fork of', () => {
  it('a branch that was never pushed, without any remote', async () => {
    const { repo, git } = start()
    repo.git('switch', '--quiet', '-c', 'mine')
    repo.commit('only here')
    work(repo.folder)
    const before = shared(repo)
    const { plan, notes } = await expectFork(git, repo.folder)
    expect(plan.base).toBe(before.head)
    expect(notes).toEqual([])
    expect(shared(repo)).toEqual(before)
  })

  it('a detached HEAD', async () => {
    const { repo, git } = start()
    const first = repo.git('rev-parse', 'HEAD')
    repo.commit('second')
    repo.git('checkout', '--quiet', '--detach', first)
    work(repo.folder)
    const { plan } = await expectFork(git, repo.folder)
    expect(plan.base).toBe(first)
    expect(repo.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD')
  })

  it('a branch without a commit is refused in words, also where the repository has other branches', async () => {
    const { repo, git } = start({})
    repo.write('a.txt', 'a')
    const plan = () => git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, { trusted: true })
    await expect(plan()).rejects.toMatchObject({
      failure: { code: 'worktree.no_commit', message: 'The branch main has no commit yet: commit once, then fork' },
    })
    repo.commit('first')
    repo.git('checkout', '--quiet', '--orphan', 'empty')
    await expect(plan()).rejects.toMatchObject({ failure: { code: 'worktree.no_commit' } })
  })

  it('a worktree of a bare repository; the bare repository itself has no files to lend', async () => {
    const source = start()
    const { repo, git } = start({ bare: true })
    source.repo.git('push', '--quiet', repo.folder, 'main')
    const linked = join(repo.beside, 'linked')
    repo.git('worktree', 'add', '--quiet', linked, 'main')
    work(linked)
    const { plan } = await expectFork(git, linked)
    expect(plan).toMatchObject({ commonDir: repo.folder, parentFolder: linked })
    await expect(
      git.planWorktree({ folder: repo.folder, threadId: 'thr_2', title: 'x' }, { trusted: true }),
    ).rejects.toMatchObject({ failure: { code: 'worktree.not_git', message: expect.stringContaining('bare') } })
  })

  it('a worktree that somebody linked, with a configuration of its own', async () => {
    const { repo, git } = start()
    repo.git('config', 'extensions.worktreeConfig', 'true')
    const linked = join(repo.beside, 'linked')
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked)
    gitIn(linked, 'config', '--worktree', 'core.autocrlf', 'input')
    work(linked)
    const before = shared(repo)
    await expectFork(git, linked)
    expect(shared(repo)).toEqual(before)
  })

  it('a project in a subfolder works in that subfolder, with the whole checkout around it', async () => {
    const { repo, git } = start()
    work(repo.folder)
    const plan = await git.planWorktree(
      { folder: join(repo.folder, 'dir'), threadId: THREAD, title: 'x' },
      { trusted: true },
    )
    await git.createWorktree(plan, { trusted: true })
    expect(plan.subPath).toBe('dir')
    expect(picture(plan.path)).toEqual(picture(repo.folder))
  })

  it('a sparse checkout, in cones and by patterns', async () => {
    for (const mode of ['--cone', '--no-cone']) {
      const { repo, git } = start({ files: { ...FILES, 'out/c.txt': 'c' } })
      repo.git('sparse-checkout', 'set', mode, ...(mode === '--cone' ? ['dir'] : ['/*', '!/out/']))
      work(repo.folder)
      const before = readFileSync(join(repo.folder, '.git/config'), 'hex')
      await expectFork(git, repo.folder)
      expect(readFileSync(join(repo.folder, '.git/config'), 'hex'), mode).toBe(before)
    }
  })

  it('a shallow clone, and one that has no object but those it shows', async () => {
    const { repo, git } = start()
    repo.commit('second')
    const clone = join(repo.beside, 'shallow')
    gitIn(repo.beside, 'clone', '--quiet', '--depth=1', `file://${repo.folder}`, clone)
    work(clone)
    await expectFork(git, clone)
  })

  it('symbolic links that point out stay the links they are, and nothing behind them travels', async () => {
    const { repo, git } = start()
    writeFileSync(join(repo.beside, 'secret'), 'secret')
    mkdirSync(join(repo.beside, 'folder'))
    writeFileSync(join(repo.beside, 'folder/deep'), 'deep')
    for (const [name, target] of Object.entries({
      absolute: join(repo.beside, 'secret'),
      relative: '../beside/secret',
      folder: join(repo.beside, 'folder'),
      circle: 'circle',
      up: '..',
    }))
      symlinkSync(target, join(repo.folder, name))
    await expectFork(git, repo.folder)
  })

  it('a repository in the middle of a merge starts with the files as they lie there', async () => {
    const { repo, git } = start()
    repo.git('switch', '--quiet', '-c', 'side')
    repo.write('a.txt', 'side\n')
    repo.commit('side')
    repo.git('switch', '--quiet', 'main')
    repo.write('a.txt', 'main\n')
    repo.commit('main')
    expect(() => repo.git('merge', '--quiet', 'side')).toThrow()
    await expectFork(git, repo.folder)
  })
})

describe('files of a large-file filter', () => {
  /** Stores a line for what is in the file; on checkout it writes the file out of a store beside the repository. */
  function withFilter() {
    const { repo, git } = start({ files: { '.gitattributes': '*.big filter=store\n' } })
    const store = join(repo.beside, 'store')
    mkdirSync(store)
    repo.git(
      'config',
      'filter.store.clean',
      `sh -c 'h=$(tee ${store}/tmp | git hash-object --stdin) && mv ${store}/tmp ${store}/$h && echo pointer $h'`,
    )
    repo.git('config', 'filter.store.smudge', `sh -c 'read -r _ h && cat ${store}/$h'`)
    repo.git('config', 'filter.store.required', 'true')
    repo.write('film.big', 'large content\n')
    repo.commit('film')
    expect(repo.git('show', 'HEAD:film.big')).toMatch(/^pointer /)
    return { repo, git }
  }

  it('travel as they are stored while the project is not trusted, and that is told', async () => {
    const { repo, git } = withFilter()
    const plan = await git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, { trusted: false })
    await git.createWorktree(plan, { trusted: false })
    expect(readFileSync(join(plan.path, 'film.big'), 'utf8')).toMatch(/^pointer [0-9a-f]{40}\n$/)
    expect(plan.notes).toEqual([expect.stringContaining('The filter store is not run')])
    expect((await git.readChanges(plan, { trusted: false })).files).toEqual([])
  })

  it('are written in full in a trusted project', async () => {
    const { repo, git } = withFilter()
    const { notes } = await expectFork(git, repo.folder)
    expect(notes).toEqual([])
  })
})
