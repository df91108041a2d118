import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import { createGit } from './create-git'

const TRUSTED = { trusted: true }
const AT = Date.UTC(2026, 10, 30, 14, 25, 1)

let repo: TemporaryRepository
let git: Git
let plan: WorktreePlan
let rescueDir: string
beforeEach(async () => {
  repo = temporaryRepository({ files: { 'a.txt': 'one\n' } })
  rescueDir = join(repo.beside, 'data/rescued')
  git = createGit({ dataDir: join(repo.beside, 'data') })
  plan = await git.planWorktree({ folder: repo.folder, threadId: 'thr_1', title: 'x' }, TRUSTED)
  await git.createWorktree(plan, TRUSTED)
})
afterEach(() => repo.remove())

const discard = (record: WorktreePlan = plan) => git.discardWorktree(record, { ...TRUSTED, rescueDir, at: AT })
const back = (from: string | null) =>
  git.restoreWorktree({ ...plan, head: plan.base }, { ...TRUSTED, from: from || null })
const listed = () => repo.git('worktree', 'list', '--porcelain')

describe('discardWorktree', () => {
  it('moves the folder, keeps branch, commits and uncommitted work, and git still knows the worktree', async () => {
    writeFileSync(join(plan.path, 'a.txt'), 'committed\n')
    gitIn(plan.path, 'commit', '--quiet', '--all', '-m', 'work')
    writeFileSync(join(plan.path, 'untracked.txt'), 'untracked\n')
    const head = gitIn(plan.path, 'rev-parse', 'HEAD')
    const result = await discard()
    const rescued = join(rescueDir, 'thr_1-20261130T142501')
    expect(result).toEqual({
      rescuedTo: rescued,
      refs: ['refs/tine/rescued/thr_1/head', 'refs/tine/rescued/thr_1/work'],
      notes: [],
    })
    expect(existsSync(dirname(plan.path))).toBe(false)
    expect(repo.git('rev-parse', plan.branch)).toBe(head)
    expect(repo.git('rev-parse', 'refs/tine/rescued/thr_1/head')).toBe(head)
    expect(repo.git('show', 'refs/tine/rescued/thr_1/work:untracked.txt')).toBe('untracked')
    expect(gitIn(join(rescued, 'project'), 'status', '--porcelain')).toBe('?? untracked.txt')
    expect(listed()).not.toContain('prunable')
  })

  it('is undone by restoreWorktree, to the last byte', async () => {
    writeFileSync(join(plan.path, 'staged.txt'), 'staged\n')
    gitIn(plan.path, 'add', 'staged.txt')
    writeFileSync(join(plan.path, 'untracked.txt'), 'untracked\n')
    const before = gitIn(plan.path, 'status', '--porcelain=v2')
    const { rescuedTo } = await discard()
    await back(rescuedTo ?? '')
    expect(gitIn(plan.path, 'status', '--porcelain=v2')).toBe(before)
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: true, branch: plan.branch })
  })

  it('keeps commits and files of a worktree whose branch somebody deleted, and brings them back', async () => {
    const commit = (content: string, ...more: string[]) => {
      writeFileSync(join(plan.path, 'a.txt'), content)
      gitIn(plan.path, 'commit', '--quiet', '--all', '-m', 'work', ...more)
      return gitIn(plan.path, 'rev-parse', 'HEAD')
    }
    const amended = commit('before\n')
    const head = commit('committed\n', '--amend')
    writeFileSync(join(plan.path, 'a.txt'), 'uncommitted\n')
    repo.git('update-ref', '-d', `refs/heads/${plan.branch}`)
    expect(await git.assessLoss(plan, TRUSTED)).toMatchObject({ commits: 1, unmerged: 1 })
    const { rescuedTo, refs } = await discard()
    expect(refs).toEqual(['head', 'work', 'past'].map((part) => `refs/tine/rescued/thr_1/${part}`))
    expect(repo.git('rev-parse', 'refs/tine/rescued/thr_1/head')).toBe(head)
    expect(repo.git('show', 'refs/tine/rescued/thr_1/work:a.txt')).toBe('uncommitted')
    expect(repo.git('rev-list', 'refs/tine/rescued/thr_1/past')).toContain(amended)
    expect(await back(rescuedTo)).toEqual({ head })
    expect(gitIn(plan.path, 'rev-parse', plan.branch)).toBe(head)
    expect(gitIn(plan.path, 'status', '--porcelain')).toBe(' M a.txt')
  })

  it('moves nothing back where a link stands for the checkout', async () => {
    const { rescuedTo } = await discard()
    const checkout = join(rescuedTo ?? '', 'project')
    const aside = join(repo.beside, 'aside')
    renameSync(checkout, aside)
    symlinkSync(aside, checkout)
    await expect(back(rescuedTo)).rejects.toMatchObject({ failure: { code: 'conflict', path: checkout } })
    expect(existsSync(dirname(plan.path))).toBe(false)
    expect(readFileSync(join(aside, 'a.txt'), 'utf8')).toBe('one\n')
  })

  it('keeps what an earlier discard had rescued under a numbered name', async () => {
    for (const content of ['first\n', 'second\n']) {
      writeFileSync(join(plan.path, 'a.txt'), content)
      const { rescuedTo } = await discard()
      await back(rescuedTo ?? '')
    }
    expect(repo.git('show', 'refs/tine/rescued/thr_1/work:a.txt')).toBe('second')
    expect(repo.git('show', 'refs/tine/rescued/thr_1/work-1:a.txt')).toBe('first')
  })

  it('makes no commit of uncommitted work where there is none', async () => {
    expect((await discard()).refs).toEqual(['refs/tine/rescued/thr_1/head'])
  })

  it('finishes what was interrupted between the move and the registration', async () => {
    mkdirSync(rescueDir, { recursive: true })
    const rescued = join(rescueDir, 'thr_1-20261130T000000')
    renameSync(dirname(plan.path), rescued)
    expect(await discard()).toMatchObject({ rescuedTo: rescued, notes: [] })
    expect(listed()).toContain(join(rescued, 'project'))
  })

  it.each<[string, () => void, object]>([
    ['its folder is gone', () => rmSync(dirname(plan.path), { recursive: true }), { rescuedTo: null }],
    ['only its checkout is gone', () => rmSync(plan.path, { recursive: true }), { rescuedTo: expect.any(String) }],
    ['its .git file is gone', () => rmSync(join(plan.path, '.git')), { rescuedTo: expect.any(String), notes: [] }],
    [
      'its registration was removed',
      () => rmSync(join(repo.folder, '.git/worktrees'), { recursive: true }),
      { rescuedTo: expect.any(String), notes: ['The repository no longer knows the folder'] },
    ],
    [
      'its repository is gone',
      () => renameSync(repo.folder, `${repo.folder}-gone`),
      { rescuedTo: expect.any(String), refs: [], notes: ['Its repository is gone'] },
    ],
    [
      'its branch is gone',
      () => repo.git('update-ref', '-d', `refs/heads/${plan.branch}`),
      { refs: ['refs/tine/rescued/thr_1/head'] },
    ],
  ])('works when %s, and again', async (_, damage, expected) => {
    damage()
    expect(await discard()).toMatchObject(expected)
    await discard()
  })

  it('keeps staged work of a worktree whose folder is gone', async () => {
    writeFileSync(join(plan.path, 'staged.txt'), 'staged\n')
    gitIn(plan.path, 'add', 'staged.txt')
    rmSync(dirname(plan.path), { recursive: true })
    expect((await discard()).refs).toContain('refs/tine/rescued/thr_1/work')
    expect(repo.git('show', 'refs/tine/rescued/thr_1/work:staged.txt')).toBe('staged')
  })

  it.each<[string, () => void]>([
    [
      'its owner file names another worktree',
      () => {
        const file = join(dirname(plan.path), 'owner.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace(plan.nonce, 'f'.repeat(32)))
      },
    ],
    [
      'its folder is a link',
      () => {
        renameSync(dirname(plan.path), join(repo.beside, 'elsewhere'))
        symlinkSync(join(repo.beside, 'elsewhere'), dirname(plan.path))
      },
    ],
    [
      'its checkout is a link to the main checkout',
      () => {
        renameSync(plan.path, join(repo.beside, 'away'))
        symlinkSync(repo.folder, plan.path)
      },
    ],
    [
      'a whole repository stands in its place',
      () => {
        rmSync(plan.path, { recursive: true })
        gitIn(dirname(plan.path), 'init', '--quiet', plan.path)
      },
    ],
    [
      'its .git file belongs to another worktree',
      () => {
        const other = join(repo.beside, 'other')
        repo.git('worktree', 'add', '--quiet', '-b', 'other', other)
        writeFileSync(join(plan.path, '.git'), readFileSync(join(other, '.git')))
      },
    ],
  ])('moves nothing when %s', async (_, replace) => {
    replace()
    await expect(discard()).rejects.toMatchObject({ failure: { code: 'conflict' } })
    expect(existsSync(dirname(plan.path))).toBe(true)
  })

  it('moves nothing that only a record names', async () => {
    const outside = join(repo.beside, 'outside/project')
    mkdirSync(outside, { recursive: true })
    await expect(discard({ ...plan, path: outside })).rejects.toMatchObject({ failure: { code: 'conflict' } })
    expect(existsSync(outside)).toBe(true)
  })
})

describe('restoreWorktree', () => {
  it('refuses a folder that is not the discarded worktree, and a place that is taken', async () => {
    const { rescuedTo } = await discard()
    await expect(back(repo.folder)).rejects.toMatchObject({ failure: { code: 'conflict' } })
    mkdirSync(dirname(plan.path))
    await expect(back(rescuedTo ?? '')).rejects.toMatchObject({ failure: { code: 'conflict' } })
  })
})
