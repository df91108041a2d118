import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git } from '../../services/ports/git'
import { createGit } from './create-git'
import { mergeWorktree } from './merge-worktree'

const extras = (submodules: 'tell' | 'fill') => ({ trusted: false, extras: { copy: [], link: [], submodules } })

let made: TemporaryRepository[]
let repo: TemporaryRepository
let inner: TemporaryRepository
let git: Git
beforeEach(() => {
  const deepest = temporaryRepository({ files: { 'deep.txt': 'deep\n' } })
  inner = temporaryRepository({ files: { 'inner.txt': 'inner\n' } })
  add(inner, deepest.folder, 'deep')
  repo = temporaryRepository({ files: { 'a.txt': 'a\n' } })
  add(repo, inner.folder, 'lib/sub module')
  git_(repo.folder, 'submodule', '--quiet', 'update', '--init', '--recursive')
  made = [deepest, inner, repo]
  git = createGit({ dataDir: join(repo.beside, 'data') })
})
afterEach(() => {
  for (const each of made) each.remove()
})

function git_(folder: string, ...args: string[]) {
  return gitIn(folder, '-c', 'protocol.file.allow=always', ...args)
}

function add(to: TemporaryRepository, from: string, path: string) {
  git_(to.folder, 'submodule', '--quiet', 'add', from, path)
  to.commit(`with ${path}`)
}

async function fork(submodules: 'tell' | 'fill') {
  const options = extras(submodules)
  const plan = await git.planWorktree({ folder: repo.folder, threadId: 'thr_1', title: 'x' }, options)
  const { notes } = await git.createWorktree(plan, options)
  return { plan, notes: [...plan.notes, ...notes], options, sub: join(plan.path, 'lib/sub module') }
}

describe('submodules of a worktree', () => {
  it('are empty folders, and told by name', async () => {
    const { plan, notes, sub } = await fork('tell')
    expect(notes).toEqual(['Submodules are empty folders in the worktree: lib/sub module'])
    expect(readdirSync(sub)).toEqual([])
    expect(gitIn(plan.path, 'status', '--porcelain')).toBe('')
  })

  it("are filled, theirs too, with what the parent has there, and the repository's configuration stays as it was", async () => {
    const own = join(repo.folder, 'lib/sub module')
    gitIn(own, 'config', 'user.name', 'x')
    gitIn(own, 'config', 'user.email', 'x@example.org')
    writeFileSync(join(own, 'inner.txt'), 'unpushed\n')
    gitIn(own, 'commit', '--quiet', '--all', '-m', 'not pushed')
    writeFileSync(join(own, 'loose.txt'), 'loose\n')
    const config = readFileSync(join(repo.folder, '.git/config'))
    const { plan, notes, sub, options } = await fork('fill')
    expect(readFileSync(join(sub, 'inner.txt'), 'utf8')).toBe('unpushed\n')
    expect(readFileSync(join(sub, 'deep/deep.txt'), 'utf8')).toBe('deep\n')
    expect(gitIn(sub, 'rev-parse', 'HEAD')).toBe(gitIn(own, 'rev-parse', 'HEAD'))
    expect(gitIn(sub, 'remote', 'get-url', 'origin')).toBe(inner.folder)
    expect(notes).toEqual(['Uncommitted work in the submodule lib/sub module does not travel'])
    expect(gitIn(plan.path, 'status', '--porcelain')).toBe('')
    expect((await git.readChanges(plan, options)).files).toEqual([])
    expect(git.wouldLose(await git.assessLoss(plan, options))).toBe(false)
    expect(readFileSync(join(repo.folder, '.git/config'))).toEqual(config)
  })

  it('count as loss with what is written or committed in them', async () => {
    const { plan, sub, options } = await fork('fill')
    writeFileSync(join(sub, 'new.txt'), 'new\n')
    writeFileSync(join(sub, 'deep/deep.txt'), 'changed\n')
    expect(await git.assessLoss(plan, options)).toMatchObject({
      uncommitted: ['lib/sub module/new.txt', 'lib/sub module/deep/deep.txt'],
      commits: 0,
    })
    gitIn(sub, 'add', 'new.txt')
    gitIn(sub, '-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '--quiet', '-m', 'new')
    expect(await git.assessLoss(plan, options)).toMatchObject({ commits: 1 })
    expect((await git.readChanges(plan, options)).files.map((file) => file.path)).toEqual(['lib/sub module'])
  })

  it('tell of files in their empty folders, which git does not see: they count as loss, and a merge says that they stay', async () => {
    const { plan, sub, options } = await fork('tell')
    expect(git.wouldLose(await git.assessLoss(plan, options))).toBe(false)
    writeFileSync(join(sub, 'stray.txt'), 'mine\n')
    writeFileSync(join(plan.path, 'work.txt'), 'work\n')
    expect((await git.assessLoss(plan, options)).uncommitted).toEqual(['lib/sub module/stray.txt'])
    const order = {
      mode: 'patch',
      into: { kind: 'parent' },
      message: 'x',
      uncommittedMessage: 'x',
      check: true,
    } as const
    const looked = await mergeWorktree(plan, order, options, { dataDir: join(repo.beside, 'data') })
    expect(looked.files).toEqual(['work.txt'])
    expect(looked.notes).toEqual(['lib/sub module/stray.txt lies in the folder of a submodule and stays behind'])
  })

  it('stay empty where the parent has them empty, and that is told', async () => {
    repo.git('submodule', '--quiet', 'deinit', '--force', 'lib/sub module')
    const { notes, sub } = await fork('fill')
    expect(notes).toEqual(["The submodule lib/sub module is empty, as it is in the parent's checkout"])
    expect(existsSync(join(sub, '.git'))).toBe(false)
  })
})
