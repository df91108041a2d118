import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import { createGit } from './create-git'

const TRUSTED = { trusted: true }
const COMMITTED = { from: null, uncommitted: false }
const LOOSE = { from: null, uncommitted: true }
const LINES = Array.from({ length: 20 }, (_, n) => `line ${n}\n`).join('')

let repo: TemporaryRepository
let git: Git
let plan: WorktreePlan
beforeEach(async () => {
  const files = {
    'a.txt': 'one\n',
    'old name.txt': LINES,
    'gone.txt': 'x\n',
    'kind.txt': 'k\n',
    '.gitignore': 'out/\n',
  }
  repo = temporaryRepository({ files })
  repo.write('carried.txt', 'carried\n')
  git = createGit({ dataDir: join(repo.beside, 'data') })
  plan = await git.planWorktree({ folder: repo.folder, threadId: 'thr_1', title: 'x' }, TRUSTED)
  await git.createWorktree(plan, TRUSTED)
})
afterEach(() => repo.remove())

function write(path: string, content: string | Uint8Array) {
  mkdirSync(dirname(join(plan.path, path)), { recursive: true })
  writeFileSync(join(plan.path, path), content)
}
const commitAll = () => {
  gitIn(plan.path, 'add', '--all')
  gitIn(plan.path, 'commit', '--quiet', '-m', 'work')
}

describe('readChanges', () => {
  it('shows nothing for a fresh worktree: carried work is no change of the fork', async () => {
    expect(await git.readChanges(plan, TRUSTED)).toEqual({
      head: plan.baseTree,
      files: [],
      diff: '',
      cut: false,
      commits: [],
      against: {
        label: `where it started (${plan.base.slice(0, 9)} and uncommitted work)`,
        commit: plan.baseTree,
      },
    })
  })

  it('lists committed, staged, unstaged and untracked changes with their kinds and counts', async () => {
    write('a.txt', 'one\ntwo\n')
    renameSync(join(plan.path, 'old name.txt'), join(plan.path, 'new "name" 名.txt'))
    commitAll()
    rmSync(join(plan.path, 'gone.txt'))
    write('staged.txt', 's\n')
    gitIn(plan.path, 'add', 'staged.txt')
    write('dir/untracked.txt', 'u\nu\n')
    write('image.bin', Uint8Array.of(0, 1, 2))
    write('out/ignored.txt', 'i')
    rmSync(join(plan.path, 'kind.txt'))
    symlinkSync('a.txt', join(plan.path, 'kind.txt'))
    const changes = await git.readChanges(plan, TRUSTED)
    expect(changes.head).toBe(gitIn(plan.path, 'rev-parse', 'HEAD'))
    expect([...changes.files].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { ...COMMITTED, path: 'a.txt', status: 'modified', added: 1, removed: 0, bytes: 8 },
      { ...LOOSE, path: 'dir/untracked.txt', status: 'untracked', added: 2, removed: 0, bytes: 4 },
      { ...LOOSE, path: 'gone.txt', status: 'deleted', added: 0, removed: 1, bytes: null },
      { ...LOOSE, path: 'image.bin', status: 'untracked', added: null, removed: null, bytes: 3 },
      { ...LOOSE, path: 'kind.txt', status: 'type-changed', added: 1, removed: 1, bytes: 5 },
      {
        ...COMMITTED,
        path: 'new "name" 名.txt',
        status: 'renamed',
        added: 0,
        removed: 0,
        from: 'old name.txt',
        bytes: LINES.length,
      },
      { ...LOOSE, path: 'staged.txt', status: 'added', added: 1, removed: 0, bytes: 2 },
    ])
    expect(changes.diff).toContain('+two\n')
    expect(changes.diff).toContain('rename from old name.txt')
    expect(changes.diff).toContain('Binary files /dev/null and b/image.bin differ')
  })

  it('leaves the index of the worktree and the object store as they were', async () => {
    write('a.txt', 'changed\n')
    write('untracked.txt', 'u\n')
    const index = join(repo.folder, '.git/worktrees/project/index')
    const facts = () => ({ index: readFileSync(index), objects: repo.git('count-objects', '-v') })
    const before = facts()
    await git.readChanges(plan, TRUSTED)
    expect(facts()).toEqual(before)
  })

  it('names its own commits, newest first, and not those it merged in', async () => {
    repo.write('theirs.txt', 'theirs\n')
    repo.commit('of the parent')
    write('a.txt', 'two\n')
    commitAll()
    gitIn(plan.path, 'merge', '--quiet', '-m', 'Merge\tmain', 'main')
    const { commits } = await git.readChanges(plan, TRUSTED)
    expect(commits.map((one) => one.subject)).toEqual(['Merge\tmain', 'work'])
    expect(commits[0]?.hash).toBe(gitIn(plan.path, 'rev-parse', 'HEAD'))
    expect(commits[0]?.at).toBe(Number(gitIn(plan.path, 'show', '-s', '--format=%ct')) * 1_000)
  })

  it("compares with the parent's files as they are now, uncommitted ones included, and leaves both as they were", async () => {
    write('a.txt', 'of the fork\n')
    repo.write('gone.txt', 'of the parent\n')
    repo.write('only there.txt', 'x\n')
    const facts = () => [repo.git('count-objects', '-v'), readFileSync(join(repo.folder, '.git/index'), 'hex')]
    const before = facts()
    const changes = await git.readChanges(plan, { ...TRUSTED, against: 'parent' })
    expect(changes.files.map(({ path, status }) => `${status} ${path}`)).toEqual([
      'modified a.txt',
      'modified gone.txt',
      'deleted only there.txt',
    ])
    expect(changes.diff).toContain('-of the parent\n')
    expect(changes.against).toEqual({ label: 'main as it is now, with uncommitted work', commit: null })
    expect(facts()).toEqual(before)
    const head = repo.commit('all of it')
    expect((await git.readChanges(plan, { ...TRUSTED, against: 'parent' })).against).toEqual({
      label: 'main as it is now',
      commit: head,
    })
  })

  it("says so when the parent's checkout is gone", async () => {
    const linked = join(repo.beside, 'linked')
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked)
    const other = await git.planWorktree({ folder: linked, threadId: 'thr_2', title: 'x' }, TRUSTED)
    await git.createWorktree(other, TRUSTED)
    rmSync(linked, { recursive: true })
    expect((await git.readChanges(other, TRUSTED)).files).toEqual([])
    await expect(git.readChanges(other, { ...TRUSTED, against: 'parent' })).rejects.toMatchObject({
      failure: { code: 'worktree.not_git', folder: linked },
    })
  })

  it('reports conflicts as such', async () => {
    repo.write('a.txt', 'theirs\n')
    repo.commit('theirs')
    write('a.txt', 'ours\n')
    commitAll()
    expect(() => gitIn(plan.path, 'merge', 'main')).toThrow()
    expect((await git.readChanges(plan, TRUSTED)).files).toContainEqual(
      expect.objectContaining({ path: 'a.txt', status: 'conflicted' }),
    )
  })

  it('cuts a long diff between files, and a single long file between lines, with a mark', async () => {
    write('1.txt', LINES)
    write('2.txt', LINES.repeat(50))
    const between = await git.readChanges(plan, { ...TRUSTED, maxDiffBytes: 2_000 })
    expect(between.cut).toBe(true)
    expect(between.files).toHaveLength(2)
    expect(between.diff).toMatch(/\+line 19\n\\ Cut here: the diff is longer than 2,000 bytes; the files that follow/)
    const within = await git.readChanges(plan, { ...TRUSTED, maxDiffBytes: 250 })
    expect(within.diff).toMatch(/\+line \d+\n\\ Cut here: .* the rest of this file/)
  })
})

describe('headFacts', () => {
  it('says branch, head, commits since the start and files changed', async () => {
    write('a.txt', 'two\n')
    commitAll()
    write('b.txt', 'b\n')
    expect(await git.headFacts(plan, TRUSTED)).toEqual({
      branch: plan.branch,
      head: gitIn(plan.path, 'rev-parse', 'HEAD'),
      commits: 1,
      filesChanged: 2,
      uncommitted: 1,
      added: 2,
      removed: 1,
    })
    commitAll()
    expect(await git.headFacts(plan, TRUSTED)).toMatchObject({ commits: 2, filesChanged: 2, uncommitted: 0 })
  })
})
