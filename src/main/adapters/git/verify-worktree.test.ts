import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import { createGit } from './create-git'

const TRUSTED = { trusted: true }

let repo: TemporaryRepository
let git: Git
let plan: WorktreePlan
let dataDir: string
beforeEach(async () => {
  repo = temporaryRepository({ files: { 'a.txt': 'one\n' } })
  dataDir = join(repo.beside, 'data')
  git = createGit({ dataDir })
  plan = await git.planWorktree({ folder: repo.folder, threadId: 'thr_1', title: 'x' }, TRUSTED)
  await git.createWorktree(plan, TRUSTED)
})
afterEach(() => repo.remove())

describe('verifyWorktree', () => {
  it('accepts a worktree in the middle of a rebase, and one whose branch was renamed', async () => {
    gitIn(plan.path, 'checkout', '--quiet', '--detach')
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: true, branch: null, head: plan.base })
    gitIn(plan.path, 'checkout', '--quiet', plan.branch)
    repo.git('branch', '-m', plan.branch, 'renamed')
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: true, branch: 'renamed' })
  })

  it('says that it went astray with another branch checked out while its own is there', async () => {
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: true, strayed: false })
    repo.git('branch', 'other')
    gitIn(plan.path, 'switch', '--quiet', 'other')
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: true, branch: 'other', strayed: true })
    repo.git('branch', '-D', plan.branch)
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: true, strayed: false })
  })

  it('says missing when the folder is gone', async () => {
    rmSync(plan.path, { recursive: true })
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: false, state: 'missing' })
    repo.git('worktree', 'prune')
    const verdict = await git.verifyWorktree(plan)
    expect(verdict).toMatchObject({ ok: false, state: 'missing', reason: expect.stringMatching(/no longer knows/) })
  })

  it('says missing when the repository is gone', async () => {
    renameSync(repo.folder, `${repo.folder}-moved`)
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: false, state: 'missing' })
  })

  it('says moved when somebody moved it with git', async () => {
    repo.git('worktree', 'move', plan.path, join(repo.beside, 'moved'))
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: false, state: 'moved' })
  })

  it('notices a vanished .git file, though git itself would find the repository around the data folder', async () => {
    gitIn(repo.beside, 'init', '--quiet')
    rmSync(join(plan.path, '.git'))
    expect(gitIn(plan.path, 'rev-parse', '--show-toplevel')).toBe(repo.beside)
    expect(await git.verifyWorktree(plan)).toMatchObject({
      ok: false,
      state: 'replaced',
      reason: expect.stringMatching(/\.git file is gone/),
    })
    await expect(git.readChanges(plan, TRUSTED)).rejects.toMatchObject({ failure: { code: 'worktree.missing' } })
    await expect(git.headFacts(plan, TRUSTED)).rejects.toMatchObject({ failure: { code: 'worktree.missing' } })
    await expect(git.assessLoss(plan, TRUSTED)).rejects.toMatchObject({ failure: { code: 'worktree.missing' } })
  })

  it.each<[string, () => void, RegExp]>([
    [
      'a copy of the main checkout in its place',
      () => {
        rmSync(plan.path, { recursive: true })
        cpSync(repo.folder, plan.path, { recursive: true })
      },
      /no longer the file git made/,
    ],
    [
      'a link to the main checkout in its place',
      () => {
        rmSync(plan.path, { recursive: true })
        symlinkSync(repo.folder, plan.path)
      },
      /is a link/,
    ],
    [
      'a link in place of its folder',
      () => {
        renameSync(dirname(plan.path), join(repo.beside, 'elsewhere'))
        symlinkSync(join(repo.beside, 'elsewhere'), dirname(plan.path))
      },
      /is a link/,
    ],
    [
      'a .git file that points to the main repository',
      () => writeFileSync(join(plan.path, '.git'), `gitdir: ${join(repo.folder, '.git')}\n`),
      /another repository/,
    ],
    [
      'a .git file that points to another worktree',
      () => {
        const other = join(repo.beside, 'other')
        repo.git('worktree', 'add', '--quiet', '-b', 'other', other)
        writeFileSync(join(plan.path, '.git'), readFileSync(join(other, '.git')))
      },
      /registered it elsewhere/,
    ],
    ['an owner file of another worktree', () => setNonce('f'.repeat(32)), /owner file names another/],
    ['no owner file', () => rmSync(join(dirname(plan.path), 'owner.json')), /owner file is gone/],
    [
      'a work tree that its own configuration puts elsewhere',
      () => {
        repo.git('config', 'extensions.worktreeConfig', 'true')
        gitIn(plan.path, 'config', '--worktree', 'core.worktree', repo.folder)
      },
      /top level/,
    ],
  ])('says replaced for %s', async (_, replace, reason) => {
    replace()
    const verdict = await git.verifyWorktree(plan)
    expect(verdict).toMatchObject({ ok: false, state: 'replaced', reason: expect.stringMatching(reason) })
  })

  it('refuses a record that names a folder outside the data folder', async () => {
    mkdirSync(join(repo.beside, 'outside'))
    const verdict = await git.verifyWorktree({ ...plan, path: join(repo.beside, 'outside') })
    expect(verdict).toMatchObject({ ok: false, state: 'replaced' })
  })
})

function setNonce(nonce: string) {
  const file = join(dirname(plan.path), 'owner.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(plan.nonce, nonce))
}
