import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { splitHunks } from '../../../core/worktree/hunk-id'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import { createGit } from './create-git'

const TRUSTED = { trusted: true }
const LINES = Array.from({ length: 40 }, (_, n) => `line ${n}\n`).join('')
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let repo: TemporaryRepository
let git: Git
let plan: WorktreePlan
beforeEach(async () => {
  repo = temporaryRepository({ files: { 'a.txt': LINES, 'logo.png': '', 'sub/b.txt': 'b\n' } })
  repo.write('logo.png', Buffer.from(PIXEL, 'base64'))
  repo.commit('logo')
  git = createGit({ dataDir: join(repo.beside, 'data') })
  plan = await git.planWorktree({ folder: repo.folder, threadId: 'thr_1', title: 'x' }, TRUSTED)
  await git.createWorktree(plan, TRUSTED)
})
afterEach(() => repo.remove())

function write(path: string, content: string | Uint8Array) {
  mkdirSync(dirname(join(plan.path, path)), { recursive: true })
  writeFileSync(join(plan.path, path), content)
}
const read = (path: string, more = {}) => git.readFileChange(plan, path, { ...TRUSTED, ...more })

describe('readFileChange', () => {
  it('gives the diff of that file alone, and how large both sides are', async () => {
    write('a.txt', LINES.replace('line 3\n', 'three\n').replace('line 30\n', ''))
    write('sub/b.txt', 'c\n')
    const change = await read('a.txt')
    expect(change).toMatchObject({ cut: false, binary: false, before: { bytes: LINES.length, image: null } })
    expect(change?.diff).not.toContain('sub/b.txt')
    expect(splitHunks(change?.diff ?? '')).toMatchObject([
      { lines: expect.arrayContaining(['-line 3', '+three']) },
      { lines: expect.arrayContaining(['-line 30']) },
    ])
  })

  it('knows a file that was added, removed, or not changed at all', async () => {
    write('new.txt', 'new\n')
    rmSync(join(plan.path, 'sub/b.txt'))
    expect(await read('new.txt')).toMatchObject({ before: null, after: { bytes: 4 } })
    expect(await read('sub/b.txt')).toMatchObject({ before: { bytes: 2 }, after: null })
    expect(await read('a.txt')).toBeNull()
    expect(await read('../outside')).toBeNull()
  })

  it('shows a renamed file against its old content', async () => {
    renameSync(join(plan.path, 'a.txt'), join(plan.path, 'b [1] *.txt'))
    write('b [1] *.txt', LINES.replace('line 5\n', 'five\n'))
    const change = await read('b [1] *.txt')
    expect(change?.diff).toContain('rename from a.txt')
    expect(splitHunks(change?.diff ?? '')).toHaveLength(1)
  })

  it('gives both sides of an image, as long as they are small enough', async () => {
    const bigger = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(3_000)])
    write('logo.png', bigger)
    const image = `data:image/png;base64,${PIXEL}`
    expect(await read('logo.png', { maxImageBytes: 1_000 })).toEqual({
      diff: null,
      cut: false,
      binary: true,
      before: { bytes: 70, image },
      after: { bytes: 3_070, image: null },
    })
    write('data.bin', Uint8Array.of(0, 1, 2, 3))
    expect(await read('data.bin')).toMatchObject({ binary: true, diff: null, after: { bytes: 4, image: null } })
  })

  it('does not take text for binary because it quotes what git says of binaries', async () => {
    write('quote.txt', 'Binary files a/x and b/x differ\n')
    expect(await read('quote.txt')).toMatchObject({ binary: false, diff: expect.stringContaining('+Binary files') })
  })

  it('cuts a long diff after a whole line', async () => {
    write('long.txt', LINES.repeat(100))
    const change = await read('long.txt', { maxDiffBytes: 2_000 })
    expect(change).toMatchObject({ cut: true, binary: false })
    expect(change?.diff).toMatch(/\+line \d+\n$/)
  })

  it('shows a link as what it says, and a submodule as its commits', async () => {
    symlinkSync('/etc/passwd', join(plan.path, 'link'))
    expect((await read('link'))?.diff).toContain('+/etc/passwd')
    const commit = gitIn(plan.path, 'rev-parse', 'HEAD')
    gitIn(plan.path, 'update-index', '--add', '--cacheinfo', `160000,${commit},mod`)
    mkdirSync(join(plan.path, 'mod'))
    expect(await read('mod')).toMatchObject({
      diff: expect.stringContaining(`+Subproject commit ${commit}`),
      after: null,
    })
  })

  it("compares with the parent's file as it is now", async () => {
    repo.write('sub/b.txt', 'parent\n')
    expect(await read('sub/b.txt')).toBeNull()
    const change = await read('sub/b.txt', { against: 'parent' })
    expect(change?.diff).toContain('-parent\n+b\n')
  })
})
