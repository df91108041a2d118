// Ignored files a project needs: copied or linked into a new worktree, told, and never taken for the fork's work.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import { createGit } from './create-git'

let repo: TemporaryRepository
let git: Git
beforeEach(() => {
  repo = temporaryRepository({ files: { '.gitignore': '.env*\nnode_modules/\ncache\nout/\n', 'a.txt': 'a\n' } })
  git = createGit({ dataDir: join(repo.beside, 'data') })
})
afterEach(() => repo.remove())

async function fork(extras: { copy?: string[]; link?: string[] }, folder = repo.folder) {
  const options = { trusted: true, extras: { copy: [], link: [], submodules: 'tell' as const, ...extras } }
  const plan = await git.planWorktree({ folder, threadId: 'thr_1', title: 'x' }, options)
  const { notes } = await git.createWorktree(plan, options)
  return { plan, notes, options, at: (path: string) => join(plan.path, path) }
}

/** Nothing of what was placed is a change, or would be lost. */
async function expectUntouched(plan: WorktreePlan) {
  expect(gitIn(plan.path, 'status', '--porcelain', '--untracked-files=all')).toBe('')
  expect((await git.readChanges(plan, { trusted: true })).files).toEqual([])
  const loss = await git.assessLoss(plan, { trusted: true })
  expect(git.wouldLose(loss), JSON.stringify(loss)).toBe(false)
}

describe('copied files', () => {
  it('come with any name, also from folders, with bytes, modes and times', async () => {
    const names = ['.env', '.env.local', '.env with space', '.env ümläut', '.env 文件', '.env🍴', '.env\nnew "line"']
    for (const name of names) repo.write(name, `KEY=${name}`, 0o600)
    repo.write('out/tool/run.sh', '#!/bin/sh\n', 0o755)
    const { plan, notes, at } = await fork({ copy: ['.env*', 'out/tool'] })
    for (const name of names) {
      expect(readFileSync(at(name), 'utf8')).toBe(`KEY=${name}`)
      expect(lstatSync(at(name)).mode & 0o777).toBe(0o600)
    }
    expect(lstatSync(at('out/tool/run.sh')).mode & 0o777).toBe(0o755)
    expect(notes).toEqual([])
    await expectUntouched(plan)
  })

  it("are no loss while they are as they came, whatever the parent's became; and one once the fork changed them", async () => {
    repo.write('.env', 'KEY=1')
    const { plan, at } = await fork({ copy: ['.env'] })
    repo.write('.env', 'KEY=2')
    await expectUntouched(plan)
    writeFileSync(at('.env'), 'KEY=mine')
    expect(await git.assessLoss(plan, { trusted: true })).toMatchObject({ ignored: ['.env'] })
  })

  it('are looked for below the project, and never outside of the checkout or in what git tracks', async () => {
    repo.write('app/.env', 'app')
    repo.write('.env', 'top')
    repo.write('.env.tracked', 'tracked')
    repo.git('add', '--force', '.env.tracked')
    repo.commit('tracked')
    const outside = join(repo.beside, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, '.env.secret'), 'secret')
    symlinkSync(outside, join(repo.folder, 'app/cache'))
    const { plan, at } = await fork({ copy: ['.env*', 'cache/.env.secret', 'none'] }, join(repo.folder, 'app'))
    expect(readFileSync(at('app/.env'), 'utf8')).toBe('app')
    expect(existsSync(at('.env'))).toBe(false)
    expect(existsSync(at('app/cache'))).toBe(false)
    expect(readdirSync(at('app')).sort()).toEqual(['.env'])
    await expectUntouched(plan)
  })

  it('are not written through a link of the commit that leads out of the worktree', async () => {
    const elsewhere = join(repo.beside, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(repo.folder, 'sub'))
    repo.commit('link')
    unlinkSync(join(repo.folder, 'sub'))
    repo.write('sub/.env', 'x')
    repo.git('update-index', '--assume-unchanged', 'sub')
    const { notes } = await fork({ copy: ['sub/.env'] })
    expect(readdirSync(elsewhere)).toEqual([])
    expect(notes).toEqual(['sub/.env was not placed: a link on its way leads out of the worktree'])
  })

  it('leave out what is no file, and a link stays one that finds its target', async () => {
    repo.write('out/x/file', 'x')
    execFileSync('mkfifo', [join(repo.folder, 'out/x/pipe')])
    writeFileSync(join(repo.beside, 'shared.env'), 'shared')
    symlinkSync('../beside/shared.env', join(repo.folder, '.env'))
    const { plan, at } = await fork({ copy: ['out', '.env'] })
    expect(readdirSync(at('out/x'))).toEqual(['file'])
    expect(readFileSync(at('.env'), 'utf8')).toBe('shared')
    await expectUntouched(plan)
  })
})

describe('linked folders', () => {
  it('are named in the notes; git sees nothing of them, whichever way they are ignored', async () => {
    repo.write('node_modules/pkg/index.js', 'x')
    repo.write('node_modules/.bin/tool', 'x')
    repo.write('cache/big', 'x')
    const { plan, notes, at } = await fork({ link: ['node_modules', 'cache/'] })
    expect(readFileSync(at('node_modules/pkg/index.js'), 'utf8')).toBe('x')
    expect(readFileSync(at('cache/big'), 'utf8')).toBe('x')
    // Ignored as a folder only: a link in its place would be a file git wants to add.
    expect(lstatSync(at('node_modules')).isDirectory()).toBe(true)
    expect(readlinkSync(at('node_modules/pkg'))).toBe(join(repo.folder, 'node_modules/pkg'))
    expect(readlinkSync(at('cache'))).toBe(join(repo.folder, 'cache'))
    expect(notes).toEqual([
      "node_modules is linked to the parent's: what is written through it lands there",
      "cache is linked to the parent's: what is written through it lands there",
    ])
    await expectUntouched(plan)
    gitIn(plan.path, 'add', '--all')
    expect(gitIn(plan.path, 'diff', '--cached', '--name-only')).toBe('')
  })

  it('stay whole in the parent when the worktree is discarded', async () => {
    repo.write('node_modules/pkg/index.js', 'x')
    const { plan, options } = await fork({ link: ['node_modules'] })
    const rescueDir = join(repo.beside, 'data/rescued')
    await git.discardWorktree(plan, { ...options, rescueDir, at: 0 })
    expect(readFileSync(join(repo.folder, 'node_modules/pkg/index.js'), 'utf8')).toBe('x')
  })

  it('are a loss once the fork put something else in their place', async () => {
    repo.write('cache/big', 'x')
    const { plan, at } = await fork({ link: ['cache'] })
    unlinkSync(at('cache'))
    writeFileSync(at('cache'), 'mine')
    expect(await git.assessLoss(plan, { trusted: true })).toMatchObject({ ignored: ['cache'] })
  })

  it('come back with a worktree that is made again', async () => {
    repo.write('cache/big', 'x')
    repo.write('.env', 'x')
    const { plan, options, at } = await fork({ link: ['cache'], copy: ['.env'] })
    renameSync(plan.path, join(repo.beside, 'gone'))
    const made = await git.recreateWorktree({ ...plan, head: plan.base }, options)
    expect(made).toMatchObject({ ok: true })
    expect(readFileSync(at('cache/big'), 'utf8') + readFileSync(at('.env'), 'utf8')).toBe('xx')
    await expectUntouched(plan)
  })
})
