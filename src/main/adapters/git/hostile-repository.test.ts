import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import { createGit } from './create-git'

const THREAD = 'thr_01jfabcdef0123456789abcdef'
const UNTRUSTED = { trusted: false }

let repo: TemporaryRepository
let canary: string
beforeEach(() => {
  repo = temporaryRepository({ files: { 'a.txt': 'one\n', 'b.evil': 'stored\n' } })
  canary = join(repo.beside, 'canary')
})
afterEach(() => repo.remove())

/** A command that leaves a trace when anybody runs it. */
const touch = (what: string) => `echo ${what} >> '${canary}'; cat`
const traces = () => (existsSync(canary) ? readFileSync(canary, 'utf8') : '')

function makeHostile() {
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-commit', 'post-commit']) {
    repo.hook(hook, `#!/bin/sh\necho hook ${hook} >> '${canary}'\n`)
  }
  const config: [string, string][] = [
    ['core.fsmonitor', `echo fsmonitor >> '${canary}'; false`],
    ['filter.evil.clean', touch('clean')],
    ['filter.evil.smudge', touch('smudge')],
    ['filter.e=vil.with dots.clean', touch('odd-clean')],
    ['filter.long.process', touch('process')],
    ['filter.long.required', 'true'],
    ['diff.evil.textconv', touch('textconv')],
    ['diff.evil.command', touch('diff-driver')],
    ['diff.external', touch('external-diff')],
    ['core.pager', touch('pager')],
    ['core.sshCommand', touch('ssh')],
    ['gpg.program', touch('gpg')],
    ['log.showSignature', 'true'],
    ['commit.gpgSign', 'true'],
    ['submodule.recurse', 'true'],
    ['core.splitIndex', 'true'],
    ['core.untrackedCache', 'true'],
  ]
  for (const [key, value] of config) repo.git('config', key, value)
  writeFileSync(
    join(repo.folder, '.gitattributes'),
    '*.evil filter=evil diff=evil\n*.long filter=long\n*.odd filter=e=vil.with\n',
  )
  writeFileSync(join(repo.folder, '.git/info/attributes'), '*.txt diff=evil filter=evil\n')
}

async function useEverything(git: Git): Promise<WorktreePlan> {
  await git.inspectRepository(repo.folder, UNTRUSTED)
  const plan = await git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, UNTRUSTED)
  await git.createWorktree(plan, UNTRUSTED)
  writeFileSync(join(plan.path, 'a.txt'), 'changed in the fork\n')
  writeFileSync(join(plan.path, 'new.evil'), 'new\n')
  await git.verifyWorktree(plan)
  await git.readChanges(plan, UNTRUSTED)
  await git.headFacts(plan, UNTRUSTED)
  await git.keepHead(plan)
  await git.assessLoss(plan, UNTRUSTED)
  const before = await git.snapshotMain(repo.folder, UNTRUSTED)
  git.compareMain(before, await git.snapshotMain(repo.folder, UNTRUSTED), [])
  return plan
}

describe('a repository nobody trusts', () => {
  it('runs nothing of its own through any of our calls', async () => {
    repo.write('c.long', 'long\n')
    repo.write('d.odd', 'odd\n')
    repo.commit('second')
    makeHostile()
    repo.write('a.txt', 'carried\n')
    repo.write('b.evil', 'carried too\n')
    const git = createGit({ dataDir: join(repo.beside, 'data') })
    const plan = await useEverything(git)
    const rescueDir = join(repo.beside, 'data/rescued')
    const { rescuedTo } = await git.discardWorktree(plan, { ...UNTRUSTED, rescueDir, at: 0 })
    await git.restoreWorktree({ ...plan, head: plan.base }, { trusted: false, from: rescuedTo ?? '' })
    await git.recreateWorktree({ ...plan, head: plan.base }, UNTRUSTED)
    expect(traces()).toBe('')
    expect(readFileSync(join(plan.path, 'b.evil'), 'utf8')).toBe('carried too\n')
    expect(plan.notes.join()).toContain('filter evil is not run')
  })

  it('is hostile indeed: the same repository leaves traces when plain git looks at it', () => {
    makeHostile()
    repo.write('a.txt', 'carried\n')
    repo.git('status')
    gitIn(repo.folder, 'worktree', 'add', '--quiet', join(repo.beside, 'plain'))
    expect(traces()).toMatch(/fsmonitor/)
    expect(traces()).toMatch(/hook post-checkout/)
    expect(traces()).toMatch(/smudge/)
  })

  it('does not start git inside its submodules, whose configuration is hostile too', async () => {
    const inner = temporaryRepository({ files: { 'inner.txt': 'inner\n' } })
    try {
      repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'sub')
      repo.commit('with submodule')
    } finally {
      inner.remove()
    }
    gitIn(join(repo.folder, 'sub'), 'config', 'core.fsmonitor', `echo submodule >> '${canary}'; false`)
    writeFileSync(join(repo.folder, 'sub/inner.txt'), 'dirty\n')
    repo.write('a.txt', 'carried\n')
    await useEverything(createGit({ dataDir: join(repo.beside, 'data') }))
    expect(traces()).toBe('')
    repo.git('status')
    expect(traces(), 'plain git does start itself there').toMatch(/submodule/)
  })

  it('refuses to plan where a filter cannot be switched off by name', async () => {
    appendFileSync(join(repo.folder, '.git/config'), Buffer.from('[filter "\xff"]\n\tclean = cat\n', 'latin1'))
    const git = createGit({ dataDir: join(repo.beside, 'data') })
    await expect(
      git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, UNTRUSTED),
    ).rejects.toMatchObject({ failure: { code: 'conflict' } })
  })
})

describe('a trusted repository', () => {
  it('runs its filters, so that the fork has the same bytes, and still no hooks', async () => {
    repo.git('config', 'filter.shout.clean', 'tr a-z A-Z')
    repo.git('config', 'filter.shout.smudge', 'tr A-Z a-z')
    repo.hook('post-checkout', `#!/bin/sh\necho hook >> '${canary}'\n`)
    repo.write('.gitattributes', '*.shout filter=shout\n')
    repo.write('x.shout', 'quiet\n')
    repo.commit('with filter')
    repo.write('y.shout', 'carried\n')
    mkdirSync(join(repo.beside, 'data'))
    const git = createGit({ dataDir: join(repo.beside, 'data') })
    const plan = await git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, { trusted: true })
    await git.createWorktree(plan, { trusted: true })
    expect(repo.git('show', `${plan.baseTree}:y.shout`)).toBe('CARRIED')
    expect(readFileSync(join(plan.path, 'x.shout'), 'utf8')).toBe('quiet\n')
    expect(readFileSync(join(plan.path, 'y.shout'), 'utf8')).toBe('carried\n')
    expect(traces()).toBe('')
  })
})
