import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type RepositoryOptions,
  type TemporaryRepository,
  temporaryRepository,
} from '../../../testing/temporary-repository'
import { inspectRepository } from './inspect-repository'

const TRUSTED = { trusted: true }

let made: TemporaryRepository[] = []
afterEach(() => {
  for (const repo of made) repo.remove()
  made = []
})
function repository(options?: RepositoryOptions) {
  const repo = temporaryRepository(options)
  made.push(repo)
  return repo
}

describe('inspectRepository', () => {
  it('tells the facts of a checkout, also from a folder below it and through a link', async () => {
    const repo = repository({ files: { 'dir/a.txt': 'one\n' } })
    repo.write('dir/a.txt', 'two\n')
    repo.write('new/b.txt', 'b\n')
    repo.write('new/c.txt', 'c\n')
    symlinkSync(join(repo.folder, 'dir'), join(repo.beside, 'link'))
    for (const folder of [repo.folder, join(repo.folder, 'dir'), join(repo.beside, 'link')]) {
      expect(await inspectRepository(folder, TRUSTED)).toEqual({
        isGit: true,
        problem: null,
        topLevel: repo.folder,
        gitDir: join(repo.folder, '.git'),
        commonDir: join(repo.folder, '.git'),
        head: repo.git('rev-parse', 'HEAD'),
        headAt: Number(repo.git('log', '-1', '--format=%ct')) * 1_000,
        branch: 'main',
        detached: false,
        upstream: null,
        uncommitted: 3,
        bare: false,
      })
    }
  })

  it('knows an unborn branch, a detached HEAD, a bare repository and a linked worktree', async () => {
    const unborn = repository()
    expect(await inspectRepository(unborn.folder, TRUSTED)).toMatchObject({
      head: null,
      branch: 'main',
      detached: false,
    })
    const repo = repository({ files: { a: 'a' } })
    repo.git('worktree', 'add', '--quiet', '--detach', join(repo.beside, 'linked'))
    expect(await inspectRepository(join(repo.beside, 'linked'), TRUSTED)).toMatchObject({
      detached: true,
      branch: null,
      topLevel: join(repo.beside, 'linked'),
      gitDir: join(repo.folder, '.git/worktrees/linked'),
      commonDir: join(repo.folder, '.git'),
    })
    const bare = repository({ bare: true })
    expect(await inspectRepository(bare.folder, TRUSTED)).toMatchObject({ isGit: true, bare: true, topLevel: null })
  })

  it('counts commits ahead of and behind the upstream as last fetched', async () => {
    const upstream = repository({ files: { a: 'a' } })
    const repo = repository()
    repo.git('remote', 'add', 'origin', upstream.folder)
    repo.git('fetch', '--quiet', 'origin')
    repo.git('checkout', '--quiet', '-b', 'work', '--track', 'origin/main')
    repo.commit('one')
    expect(await inspectRepository(repo.folder, TRUSTED)).toMatchObject({ upstream: { ahead: 1, behind: 0 } })
  })

  it('answers for folders without a repository, and for none at all', async () => {
    const repo = repository({ files: { a: 'a' } })
    expect(await inspectRepository(repo.beside, TRUSTED)).toMatchObject({
      isGit: false,
      problem: 'The folder is not in a git repository',
    })
    expect(await inspectRepository(join(repo.beside, 'nothing'), TRUSTED)).toMatchObject({
      isGit: false,
      problem: 'The folder does not exist',
    })
    expect(await inspectRepository(join(repo.folder, '.git'), TRUSTED)).toMatchObject({ isGit: true, topLevel: null })
  })

  it('reads paths with newlines', async () => {
    const repo = repository({ name: 'two\nlines', files: { a: 'a' } })
    mkdirSync(join(repo.folder, 'x\ny'))
    expect(await inspectRepository(join(repo.folder, 'x\ny'), TRUSTED)).toMatchObject({ topLevel: repo.folder })
  })
})
