import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import { createGit } from './create-git'

const TRUSTED = { trusted: true }

let repo: TemporaryRepository
let git: Git
let plan: WorktreePlan
let head: string
beforeEach(async () => {
  repo = temporaryRepository({ files: { 'a.txt': 'one\n', 'b.txt': 'b\n' } })
  git = createGit({ dataDir: join(repo.beside, 'data') })
  plan = await git.planWorktree({ folder: repo.folder, threadId: 'thr_1', title: 'x' }, TRUSTED)
  await git.createWorktree(plan, TRUSTED)
  writeFileSync(join(plan.path, 'a.txt'), 'committed\n')
  gitIn(plan.path, 'commit', '--quiet', '--all', '-m', 'work')
  head = gitIn(plan.path, 'rev-parse', 'HEAD')
})
afterEach(() => repo.remove())

const recreate = () => git.recreateWorktree({ ...plan, head }, TRUSTED)

describe('recreateWorktree', () => {
  it('brings back commits and staged work while the repository still has the index', async () => {
    writeFileSync(join(plan.path, 'staged.txt'), 'staged\n')
    gitIn(plan.path, 'add', 'staged.txt')
    rmSync(dirname(plan.path), { recursive: true })
    expect(await recreate()).toMatchObject({ ok: true, head, from: 'registration' })
    expect(gitIn(plan.path, 'status', '--porcelain')).toBe('A  staged.txt')
    expect(readFileSync(join(plan.path, 'a.txt'), 'utf8')).toBe('committed\n')
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: true, branch: plan.branch })
  })

  it('goes back to the head of the branch after a prune', async () => {
    rmSync(plan.path, { recursive: true })
    repo.git('worktree', 'prune')
    expect(await recreate()).toMatchObject({ ok: true, head, from: 'branch' })
    expect(gitIn(plan.path, 'status', '--porcelain')).toBe('')
  })

  it('makes a deleted branch again from the head that was kept', async () => {
    await git.keepHead(plan)
    rmSync(plan.path, { recursive: true })
    repo.git('worktree', 'prune')
    repo.git('branch', '-D', plan.branch)
    expect(await recreate()).toMatchObject({ ok: true, head, from: 'kept-ref' })
    expect(repo.git('rev-parse', plan.branch)).toBe(head)
  })

  it('uses the recorded head where nothing else is left, and refuses where that is gone too', async () => {
    rmSync(plan.path, { recursive: true })
    repo.git('worktree', 'prune')
    repo.git('branch', '-D', plan.branch)
    expect(await git.recreateWorktree({ ...plan, head: '0'.repeat(39).concat('1') }, TRUSTED)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/Neither its branch nor a commit/),
    })
    expect(await recreate()).toMatchObject({ ok: true, head, from: 'recorded-head' })
  })

  it('gives a folder that lost its .git file the file back, and keeps everything in it', async () => {
    writeFileSync(join(plan.path, 'untracked.txt'), 'precious')
    rmSync(join(plan.path, '.git'))
    expect(await recreate()).toMatchObject({ ok: true, head, notes: [] })
    expect(gitIn(plan.path, 'status', '--porcelain')).toBe('?? untracked.txt')
  })

  it('fills a folder that somebody emptied', async () => {
    rmSync(plan.path, { recursive: true })
    mkdirSync(plan.path)
    expect(await recreate()).toMatchObject({ ok: true, head })
    expect(gitIn(plan.path, 'status', '--porcelain')).toBe('')
  })

  it('never touches what stands at its path and is something else', async () => {
    rmSync(plan.path, { recursive: true })
    mkdirSync(plan.path)
    writeFileSync(join(plan.path, 'mine.txt'), 'mine')
    writeFileSync(join(plan.path, '.git'), 'not a pointer')
    expect(await recreate()).toMatchObject({ ok: false })
    rmSync(plan.path, { recursive: true })
    const elsewhere = join(repo.beside, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, plan.path)
    expect(await recreate()).toMatchObject({ ok: false, reason: expect.stringMatching(/is a link/) })
    expect(existsSync(join(elsewhere, '.git'))).toBe(false)
  })

  it('refuses while the branch is checked out elsewhere', async () => {
    rmSync(plan.path, { recursive: true })
    repo.git('worktree', 'prune')
    repo.git('checkout', '--quiet', plan.branch)
    expect(await recreate()).toMatchObject({ ok: false, reason: expect.stringMatching(/checked out at/) })
  })
})
