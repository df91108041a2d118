import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import { createGit } from './create-git'

const TRUSTED = { trusted: true }
const NOTHING = { uncommitted: [], untracked: [], ignored: [], commits: 0, unmerged: 0, inUse: [] }

let repo: TemporaryRepository
let git: Git
let plan: WorktreePlan
beforeEach(async () => {
  repo = temporaryRepository({ files: { 'a.txt': 'one\n', '.gitignore': 'out/\n*.env\n' } })
  repo.write('carried.txt', 'carried\n')
  repo.write('same.env', 'A=1\n')
  repo.write('out/built.txt', 'built\n')
  git = createGit({ dataDir: join(repo.beside, 'data') })
  plan = await git.planWorktree({ folder: repo.folder, threadId: 'thr_1', title: 'x' }, TRUSTED)
  await git.createWorktree(plan, TRUSTED)
})
afterEach(() => repo.remove())

function write(path: string, content: string) {
  mkdirSync(dirname(join(plan.path, path)), { recursive: true })
  writeFileSync(join(plan.path, path), content)
}
const assess = () => git.assessLoss(plan, TRUSTED)

describe('assessLoss', () => {
  it('finds nothing to lose in a fresh worktree, carried work included', async () => {
    expect(await assess()).toEqual(NOTHING)
    expect(git.wouldLose(await assess())).toBe(false)
  })

  it('lists uncommitted and untracked files', async () => {
    write('a.txt', 'changed\n')
    write('new file.txt', 'n')
    const loss = await assess()
    expect(loss).toEqual({ ...NOTHING, uncommitted: ['a.txt'], untracked: ['new file.txt'] })
    expect(git.wouldLose(loss)).toBe(true)
  })

  it('lists ignored files only where the parent has nothing like them', async () => {
    write('same.env', 'A=1\n')
    write('other.env', 'B=2\n')
    write('out/built.txt', 'built here\n')
    expect(await assess()).toEqual({ ...NOTHING, ignored: ['other.env'] })
  })

  it('counts commits that no other branch, remote branch or tag has', async () => {
    write('a.txt', 'two\n')
    gitIn(plan.path, 'commit', '--quiet', '--all', '-m', 'work')
    expect(await assess()).toEqual({ ...NOTHING, commits: 1, unmerged: 1 })
    repo.git('branch', 'kept', plan.branch)
    expect(await assess()).toEqual({ ...NOTHING, unmerged: 1 })
    expect(git.wouldLose(await assess())).toBe(true)
  })

  it('counts commits the parent does not have, until they came home as a merge, as one commit or as a patch', async () => {
    write('a.txt', 'two\n')
    write('deep/b.txt', 'b\n')
    gitIn(plan.path, 'add', '--all')
    gitIn(plan.path, 'commit', '--quiet', '-m', 'work')
    repo.write('a.txt', 'two\n')
    repo.commit('half of it')
    expect(await assess()).toMatchObject({ unmerged: 1 })
    repo.write('deep/b.txt', 'b\n')
    repo.commit('the other half')
    expect(await assess()).toMatchObject({ unmerged: 0, commits: 1 })
    repo.git('merge', '--quiet', '--no-edit', plan.branch)
    expect(await assess()).toEqual(NOTHING)
  })

  it('still counts commits of its own branch while another one is checked out', async () => {
    write('a.txt', 'two\n')
    gitIn(plan.path, 'commit', '--quiet', '--all', '-m', 'work')
    gitIn(plan.path, 'checkout', '--quiet', '--detach', plan.base)
    expect(await assess()).toMatchObject({ commits: 1 })
  })

  it('says that a merge is not finished', async () => {
    repo.write('a.txt', 'theirs\n')
    repo.git('commit', '--quiet', '--all', '-m', 'theirs')
    write('a.txt', 'ours\n')
    gitIn(plan.path, 'commit', '--quiet', '--all', '-m', 'ours')
    expect(() => gitIn(plan.path, 'merge', 'main')).toThrow()
    expect((await assess()).inUse).toEqual(['a merge is not finished'])
  })

  it.runIf(process.platform === 'linux')('names processes that work in it (told by Linux only)', async () => {
    const child = spawn(process.execPath, ['-e', 'console.log(1); process.stdin.resume()'], { cwd: plan.path })
    try {
      await once(child.stdout, 'data')
      expect((await assess()).inUse).toEqual([`processes run in it: ${child.pid}`])
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })
})
