import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import { temporaryFolder } from '../../../testing/temporary-store'
import { gitActivations, gitRunsProjectCode } from './git-activations'

let repo: TemporaryRepository
beforeEach(() => {
  repo = temporaryRepository({ files: { 'a.txt': 'one\n' } })
})
afterEach(() => repo.remove())

async function listed(folder = repo.folder): Promise<string[]> {
  const files = await gitActivations(folder)
  return files.flatMap(({ found }) => found.map(({ kind, text }) => `${kind}: ${text}`))
}

describe('configuration is listed when git would run it', () => {
  test.each([
    ['core.fsmonitor', './evil'],
    ['core.sshCommand', 'evil'],
    ['core.editor', 'evil'],
    ['filter.x.clean', 'evil'],
    ['filter.a.b.smudge', 'evil'],
    ['filter.x.process', 'evil'],
    ['diff.external', 'evil'],
    ['diff.x.command', 'evil'],
    ['diff.x.textconv', 'evil'],
    ['merge.x.driver', 'evil'],
    ['alias.go', '!evil'],
    ['gpg.program', 'evil'],
    ['gpg.ssh.program', 'evil'],
    ['credential.helper', '!evil'],
    ['credential.https://a.b.helper', 'evil'],
    ['pager.log', 'evil'],
    ['submodule.x.update', '!evil'],
    ['difftool.x.cmd', 'evil'],
    ['sequence.editor', 'evil'],
  ])('%s = %s', async (key, value) => {
    repo.git('config', key, value)
    const shown = key.replace(/^[^.]*|[^.]*$/g, (part) => part.toLowerCase())
    expect((await listed()).map((text) => text.toLowerCase())).toEqual([
      `git-config: ${shown} = ${value}`.toLowerCase(),
    ])
    expect(await gitRunsProjectCode(repo.folder)).toBe(true)
  })

  test.each([
    ['core.fsmonitor', 'true'],
    ['alias.st', 'status'],
    ['pager.log', 'false'],
    ['user.name', 'x'],
    ['remote.origin.url', 'https://a.b/c'],
    ['branch.main.remote', 'origin'],
    ['submodule.x.update', 'rebase'],
    ['extensions.worktreeConfig', 'true'],
    ['url.https://a.insteadOf', 'git://a'],
  ])('not %s = %s', async (key, value) => {
    repo.git('config', key, value)
    expect(await listed()).toEqual([])
    expect(await gitRunsProjectCode(repo.folder)).toBe(false)
  })

  test('also of this worktree alone, and from files it includes', async () => {
    repo.git('config', 'extensions.worktreeConfig', 'true')
    repo.git('config', '--worktree', 'core.pager', 'evil')
    expect(await listed()).toEqual(['git-config: core.pager = evil'])
    repo.write('shared.config', '[core]\n\tfsmonitor = ./evil\n')
    repo.git('config', 'include.path', '../shared.config')
    expect(await listed()).toContain('git-config: core.fsmonitor = ./evil')
  })
})

describe('hooks are listed when git would run them', () => {
  test('executable ones, not the samples', async () => {
    repo.hook('pre-commit', '#!/bin/sh\n')
    repo.write('.git/hooks/post-commit.sample', '#!/bin/sh\n', 0o755)
    repo.write('.git/hooks/notes.txt', 'x', 0o644)
    expect(await listed()).toEqual(['hook: pre-commit'])
    expect(await gitRunsProjectCode(repo.folder)).toBe(true)
  })

  test('from the place the configuration names, with what they start', async () => {
    repo.write('.husky/_/pre-commit', '. ../pre-commit', 0o755)
    repo.write('.husky/pre-commit', 'npm test', 0o755)
    repo.git('config', 'core.hooksPath', '.husky/_')
    expect(await listed()).toEqual(['git-config: core.hookspath = .husky/_', 'hook: pre-commit', 'hook: pre-commit'])
  })

  test('a change of a hook changes what is hashed, also of one behind a link', async () => {
    const outside = join(temporaryFolder(), 'hook')
    writeFileSync(outside, 'one')
    chmodSync(outside, 0o755)
    mkdirSync(join(repo.folder, '.git/hooks'), { recursive: true })
    symlinkSync(outside, join(repo.folder, '.git/hooks/pre-push'))
    const text = async () => (await gitActivations(repo.folder))[0]?.text
    const before = await text()
    writeFileSync(outside, 'another')
    expect(await text()).not.toBe(before)
    expect(before).not.toContain('one')
  })
})

test('attributes that name filters are listed, in the checkout and in the repository', async () => {
  repo.write('.gitattributes', '# *.x filter=no\n*.bin filter=lfs diff=lfs\n*.md text\n')
  repo.write('.git/info/attributes', '*.png diff=exif\n')
  expect(await listed()).toEqual(['filter: *.bin filter=lfs diff=lfs', 'filter: *.png diff=exif'])
  expect(await gitRunsProjectCode(repo.folder)).toBe(false)
})

test('a repository in the repository may name commands of its own', async () => {
  repo.git('update-index', '--add', '--cacheinfo', `160000,${repo.git('rev-parse', 'HEAD')},sub`)
  expect(await listed()).toEqual([])
  expect(await gitRunsProjectCode(repo.folder)).toBe(true)
})

test('a folder that is no repository has nothing to run', async () => {
  expect(await listed(temporaryFolder())).toEqual([])
})
