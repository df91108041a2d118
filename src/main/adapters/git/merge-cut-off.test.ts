// Killed at any step, or stopped by somebody else's hand: the checkout is as before, or as it was to be; never between.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type MergeBench, mergeBench, picture } from '../../../testing/merge-bench'
import type { MergeMode, MergeOrder } from '../../services/ports/merge'
import { createGit } from './create-git'
import { mergeWorktree } from './merge-worktree'

const ORDER: MergeOrder = {
  mode: 'merge',
  into: { kind: 'parent' },
  message: 'Home',
  uncommittedMessage: 'Rest',
  check: false,
}
const UNTRUSTED = { trusted: false }

/** A parent with work of its own, and a fork that changes, adds, removes and turns a folder into a file. */
async function bench(): Promise<MergeBench> {
  const made = await mergeBench({ a: '1\n2\n3\n4\n5\n', 'd/x': 'x\n', 'keep/y': 'y\n' }, (repo) => {
    repo.write('a', 'ONE\n2\n3\n4\n5\n')
    repo.write('mine', 'staged\n')
    repo.git('add', 'mine')
    return undefined
  })
  const { path } = made.plan
  writeFileSync(join(path, 'a'), readFileSync(join(path, 'a'), 'utf8').replace('5', 'FIVE'))
  for (const name of ['d', 'keep/y']) rmSync(join(path, name), { recursive: true })
  writeFileSync(join(path, 'd'), 'a file\n')
  writeFileSync(join(path, 'keep/new'), 'new\n')
  return made
}

/** What a checkout holds: commit, staged content, files; without times and refs of ours. */
function holdings({ parent, home }: MergeBench) {
  return {
    head: home('rev-parse', 'HEAD'),
    staged: home('ls-files', '--stage'),
    files: picture(parent).files,
    branch: home('symbolic-ref', 'HEAD'),
  }
}

/** Merges until before a step, where the process stands still for ever; nothing of it goes on afterwards. */
async function killedBefore({ plan, dataDir }: MergeBench, mode: MergeMode, fatal: (step: string) => boolean) {
  const steps: string[] = []
  await new Promise<void>((dead, failed) => {
    const beforeStep = (step: string) => {
      steps.push(step)
      if (!fatal(step)) return
      dead()
      return new Promise<void>(() => {})
    }
    mergeWorktree(plan, { ...ORDER, mode }, UNTRUSTED, { dataDir, beforeStep }).then(() => dead(), failed)
  })
  return steps
}

const leftovers = ({ parent, dataDir }: MergeBench) => [
  ...Object.keys(picture(parent).files as object).filter((name) => name.includes('.tine-')),
  ...(existsSync(join(dataDir, 'merging')) ? readdirSync(join(dataDir, 'merging')) : []),
]

describe.each<MergeMode>(['merge', 'patch'])('a %s', (mode) => {
  test('killed before each of its steps is undone at the next start, and killed behind the last one is done', async () => {
    const whole = await bench()
    const steps = await killedBefore(whole, mode, () => false)
    expect(steps.slice(0, 1)).toEqual(['index'])
    expect(steps.slice(-2)).toEqual(['branch', 'done'])
    const after = holdings(whole)
    const made = await bench()
    const before = holdings(made)
    // A patch has no steps of its own: its first, one in the middle and its last ones do.
    const taken = mode === 'merge' ? steps : steps.filter((step) => !step.startsWith('file') || step === 'file d')
    for (const step of taken) {
      await killedBefore(made, mode, (name) => name === step)
      const [recovery, ...more] = await createGit(made).recoverMerges()
      expect(more).toEqual([])
      const finished = step === 'done' || (mode === 'patch' && step === 'branch')
      expect(recovery, step).toMatchObject({ outcome: finished ? 'finished' : 'undone', notes: [] })
      expect(leftovers(made)).toEqual([])
      if (!finished) expect(holdings(made), step).toEqual(before)
      else break
    }
    const { head, ...rest } = holdings(made)
    expect(rest).toEqual({ ...after, head: undefined })
    expect(head === before.head).toBe(mode === 'patch')
    expect(made.home('status', '--porcelain')).toBe(whole.home('status', '--porcelain'))
  })
})

test('what a person saved after the kill is left alone, and named', async () => {
  const made = await bench()
  await killedBefore(made, 'merge', (step) => step === 'branch')
  writeFileSync(join(made.parent, 'a'), 'saved since\n')
  const [recovery] = await createGit(made).recoverMerges()
  expect(recovery).toMatchObject({ outcome: 'undone', notes: ['a'] })
  expect(readFileSync(join(made.parent, 'a'), 'utf8')).toBe('saved since\n')
  expect(readFileSync(join(made.parent, 'd/x'), 'utf8')).toBe('x\n')
})

test('what a person committed after the kill stays as they committed it, and the merge can be made again', async () => {
  const made = await bench()
  await killedBefore(made, 'merge', (step) => step === 'branch')
  made.home('commit', '-q', '--all', '-m', 'all of it')
  const before = holdings(made)
  const [recovery] = await createGit(made).recoverMerges()
  expect(recovery?.notes).toEqual(expect.arrayContaining(['a', 'd/x']))
  expect(holdings(made)).toEqual(before)
  expect(made.home('status', '--porcelain')).toBe('')
  expect(leftovers(made)).toEqual([])
  await made.merge({ mode: 'merge' })
  expect(holdings(made).files).toEqual(before.files)
})

test('a merge that was cut off is settled before the next one, which then comes home', async () => {
  const made = await bench()
  await killedBefore(made, 'squash', (step) => step === 'file a')
  await made.merge({ mode: 'squash' })
  expect(readFileSync(join(made.parent, 'a'), 'utf8')).toBe('ONE\n2\n3\n4\nFIVE\n')
  expect(made.home('log', '--format=%s')).toBe('Bring work home\nfirst')
  expect(made.home('status', '--porcelain')).toBe(' M a\nA  mine')
  expect(leftovers(made)).toEqual([])
})

test('somebody who is faster is not written over: a saved file, a commit, a staged change', async () => {
  const made = await bench()
  const { parent, plan, dataDir, home } = made
  const meddling: [string, () => void, () => void][] = [
    [
      'file a',
      () => writeFileSync(join(parent, 'a'), 'saved\n'),
      () => writeFileSync(join(parent, 'a'), 'ONE\n2\n3\n4\n5\n'),
    ],
    [
      'branch',
      () => home('commit', '-q', '--allow-empty', '-m', 'mine', '--only'),
      () => home('reset', '-q', '--soft', 'HEAD^'),
    ],
    [
      'index',
      () => home('update-index', '--add', '--cacheinfo', `100644,${home('rev-parse', 'HEAD:d/x')},a`),
      () => home('reset', '-q', 'a'),
    ],
  ]
  const before = holdings(made)
  for (const [at, meddle, mend] of meddling) {
    const beforeStep = (step: string) => (step === at ? meddle() : undefined)
    const merging = mergeWorktree(plan, ORDER, UNTRUSTED, { dataDir, beforeStep })
    await expect(merging, at).rejects.toMatchObject({ failure: { code: 'worktree.busy' } })
    mend()
    expect(holdings(made), at).toEqual(before)
    expect(leftovers(made)).toEqual([])
  }
})

test('a locked index is waited for, then busy; nothing was touched', async () => {
  const made = await bench()
  const lock = join(made.parent, '.git/index.lock')
  const before = holdings(made)
  writeFileSync(lock, '')
  await expect(made.merge({ mode: 'patch' })).rejects.toMatchObject({ failure: { code: 'worktree.busy' } })
  expect(existsSync(lock)).toBe(true)
  expect(holdings(made)).toEqual(before)
  const merging = made.merge({ mode: 'patch' })
  setTimeout(() => rmSync(lock), 100)
  await merging
  expect(readFileSync(join(made.parent, 'd'), 'utf8')).toBe('a file\n')
})

test('what can neither go on nor back just now says so, and is settled before the next merge', async () => {
  const made = await bench()
  const before = holdings(made)
  const index = join(made.parent, '.git/index')
  const beforeStep = (step: string) => {
    if (step !== 'file d') return
    renameSync(index, `${index}-away`)
    mkdirSync(index)
    writeFileSync(join(made.parent, 'd'), 'faster\n')
  }
  const merging = mergeWorktree(made.plan, ORDER, UNTRUSTED, { dataDir: made.dataDir, beforeStep })
  await expect(merging).rejects.toMatchObject({
    failure: { code: 'conflict', message: expect.stringContaining('could not be taken back just now') },
  })
  rmSync(index, { recursive: true })
  renameSync(`${index}-away`, index)
  rmSync(join(made.parent, 'd'))
  await made.merge({ check: true })
  expect(holdings(made)).toEqual(before)
})

test('a folder that takes no more files is found out before anything is touched, or undone', async () => {
  const made = await bench()
  const before = holdings(made)
  // Whom no permission stops is stopped by a name that is taken: the file's successor cannot be written beside it.
  const beforeStep = (step: string) => {
    if (step !== 'file keep/new') return
    rmSync(join(made.parent, 'keep'), { recursive: true, force: true })
    writeFileSync(join(made.parent, 'keep'), 'in the way\n')
  }
  const merging = mergeWorktree(made.plan, ORDER, UNTRUSTED, { dataDir: made.dataDir, beforeStep })
  await expect(merging).rejects.toMatchObject({ failure: { code: 'conflict', path: 'keep/new', left: ['keep/y'] } })
  expect(readFileSync(join(made.parent, 'keep'), 'utf8')).toBe('in the way\n')
  expect(holdings(made)).toMatchObject({ head: before.head, staged: before.staged })
})
