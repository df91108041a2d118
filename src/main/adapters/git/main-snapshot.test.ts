import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import { createGit } from './create-git'

const TRUSTED = { trusted: true }

let repo: TemporaryRepository
let git: Git
let plan: WorktreePlan
beforeEach(async () => {
  repo = temporaryRepository({ files: { 'a.txt': 'one\n', 'b.txt': 'b\n' } })
  repo.write('dirty.txt', 'x\n')
  git = createGit({ dataDir: join(repo.beside, 'data') })
  plan = await git.planWorktree({ folder: repo.folder, threadId: 'thr_1', title: 'x' }, TRUSTED)
  await git.createWorktree(plan, TRUSTED)
})
afterEach(() => repo.remove())

async function differencesAfter(action: () => void) {
  const before = await git.snapshotMain(repo.folder, TRUSTED)
  action()
  return git.compareMain(before, await git.snapshotMain(repo.folder, TRUSTED), [plan.branch])
}
const kindsAfter = async (action: () => void) => (await differencesAfter(action)).map((difference) => difference.kind)

describe('snapshotMain and compareMain', () => {
  it("see nothing in a fork's own work: files, index, commits on its own branch, Tine's refs", async () => {
    const seen = await kindsAfter(() => {
      writeFileSync(join(plan.path, 'a.txt'), 'fork\n')
      gitIn(plan.path, 'commit', '--quiet', '--all', '-m', 'work')
      repo.git('update-ref', 'refs/tine/head/thr_1', plan.branch)
    })
    expect(seen).toEqual([])
  })

  it("see nothing when somebody's git only refreshes the index", async () => {
    const index = () => readFileSync(join(repo.folder, '.git/index'))
    utimesSync(join(repo.folder, 'b.txt'), 1_000, 1_000)
    const before = index()
    expect(await kindsAfter(() => repo.git('status'))).toEqual([])
    expect(index()).not.toEqual(before)
  })

  it('leave the index alone', async () => {
    utimesSync(join(repo.folder, 'b.txt'), 1_000, 1_000)
    const before = readFileSync(join(repo.folder, '.git/index'))
    await git.snapshotMain(repo.folder, TRUSTED)
    expect(readFileSync(join(repo.folder, '.git/index'))).toEqual(before)
  })

  it.each<[string, () => void, string[]]>([
    ['a changed file', () => repo.write('a.txt', 'two\n'), ['files']],
    ['a new file', () => repo.write('dir/new.txt', 'n'), ['files']],
    ['a deleted file', () => rmSync(join(repo.folder, 'a.txt')), ['files']],
    ['another change of a file that was changed before', () => repo.write('dirty.txt', 'y\n'), ['files']],
    ['a staged file', () => repo.git('add', 'dirty.txt'), ['index', 'files']],
    ['a commit', () => repo.git('commit', '--quiet', '--allow-empty', '-m', 'x'), ['head', 'refs']],
    ['a checkout of another branch', () => repo.git('checkout', '--quiet', '-b', 'other'), ['head', 'refs']],
    ['a new branch', () => repo.git('branch', 'other'), ['refs']],
    ['a tag', () => repo.git('tag', 'v1'), ['refs']],
    ['a stash from the worktree', () => stashInFork(), ['stash']],
    ['a dropped stash', () => dropSecondStash(), ['stash']],
    ['configuration', () => gitIn(plan.path, 'config', 'user.name', 'Somebody'), ['config']],
    ['a hook', () => repo.hook('pre-commit', '#!/bin/sh\n'), ['config']],
  ])('see %s', async (name, action, kinds) => {
    if (name === 'a dropped stash') {
      for (const content of ['1\n', '2\n']) {
        repo.write('a.txt', content)
        repo.git('stash')
      }
    }
    expect(await kindsAfter(action)).toEqual(kinds)
  })

  it('name what changed', async () => {
    expect(await differencesAfter(() => repo.write('a.txt', 'two\n'))).toEqual([
      { kind: 'files', text: 'Files changed: a.txt', names: ['a.txt'] },
    ])
  })

  it('say so when the checkout is no longer one', async () => {
    rmSync(join(repo.folder, '.git'), { recursive: true })
    gitIn(repo.beside, '-C', '..', 'init', '--quiet')
    await expect(git.snapshotMain(repo.folder, TRUSTED)).rejects.toMatchObject({
      failure: { code: 'worktree.not_git' },
    })
  })
})

function stashInFork() {
  writeFileSync(join(plan.path, 'a.txt'), 'fork\n')
  gitIn(plan.path, 'stash')
}

function dropSecondStash() {
  repo.git('stash', 'drop', 'stash@{1}')
}
