// What goes wrong while a worktree is made: disks, paths, hooks. It is told in words, and nothing half-made is taken for whole.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import { caseTwins } from './case-twins'
import { createGit } from './create-git'

const TRUSTED = { trusted: true }
const THREAD = 'thr_1'
const canMount = process.platform === 'linux' && process.getuid?.() === 0 && mounts()

let made: TemporaryRepository[] = []
afterEach(() => {
  for (const repository of made) repository.remove()
  made = []
})

function repository(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }): TemporaryRepository {
  const repo = temporaryRepository({ files })
  made.push(repo)
  return repo
}

function mounts(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'tine-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A disk of its own of so many megabytes; gone when the test has finished. */
function disk(megabytes: number): { folder: string; remount(options: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tine-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return { folder, remount: (options) => void execFileSync('mount', ['-o', `remount,${options}`, folder]) }
}

describe('a disk', () => {
  it.skipIf(!canMount)(
    'that gets full in the middle is told; with space again the worktree is made anew (needs the right to mount)',
    async () => {
      const files = Object.fromEntries(
        Array.from({ length: 60 }, (_, n) => [`dir/${n}.txt`, `${n}\n`.padEnd(100_000, `${n}`)]),
      )
      const repo = repository(files)
      const small = disk(3)
      const git = createGit({ dataDir: small.folder })
      const plan = await git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, TRUSTED)
      await expect(git.createWorktree(plan, TRUSTED)).rejects.toMatchObject({
        failure: { code: 'store.full', message: expect.stringContaining('no space left') },
      })
      expect(repo.git('status', '--porcelain')).toBe('')
      small.remount('size=40m')
      await git.createWorktree(plan, TRUSTED)
      expect(await git.verifyWorktree(plan)).toMatchObject({ ok: true })
      expect(readdirSync(join(plan.path, 'dir'))).toHaveLength(60)
      expect(gitIn(plan.path, 'status', '--porcelain')).toBe('')
    },
  )

  it.skipIf(!canMount)('that can only be read is told in words (needs the right to mount)', async () => {
    const repo = repository()
    const own = disk(4)
    const git = createGit({ dataDir: own.folder })
    const plan = await git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, TRUSTED)
    own.remount('ro')
    await expect(git.createWorktree(plan, TRUSTED)).rejects.toMatchObject({
      failure: { code: 'conflict', trouble: 'read-only', message: expect.stringContaining('can only be read') },
    })
    own.remount('rw')
    await git.createWorktree(plan, TRUSTED)
    expect(await git.verifyWorktree(plan)).toMatchObject({ ok: true })
  })
})

describe('a path', () => {
  it('as long as the system allows in the checkout still works where the whole is longer', async () => {
    const part = 'p'.repeat(240)
    const repo = repository({ [`${part}/${part}/${part}/a.txt`]: 'a\n' })
    const deep = join(repo.beside, ...Array.from({ length: 17 }, () => 'd'.repeat(200)))
    mkdirSync(deep, { recursive: true })
    const git = createGit({ dataDir: deep })
    repo.write(`${part}/${part}/${part}/b.txt`, 'carried\n')
    const plan = await git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, TRUSTED)
    await git.createWorktree(plan, TRUSTED)
    expect(join(plan.path, part, part, part, 'b.txt').length).toBeGreaterThan(4_096)
    expect(gitIn(plan.path, 'status', '--porcelain')).toBe('')
    expect(gitIn(plan.path, 'ls-files')).toContain('b.txt')
    expect((await git.readChanges(plan, TRUSTED)).files).toEqual([])
  })

  it('of the worktree itself that is too long is told in words', async () => {
    const repo = repository()
    const parts = Math.floor((4_096 - repo.beside.length - 60) / 201)
    const rest = 4_096 - repo.beside.length - parts * 201 - 30
    const deep = join(repo.beside, ...Array.from({ length: parts }, () => 'd'.repeat(200)), 'd'.repeat(rest))
    const git = createGit({ dataDir: deep })
    const plan = git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, TRUSTED)
    await expect(plan.then((planned) => git.createWorktree(planned, TRUSTED))).rejects.toMatchObject({
      failure: { code: 'conflict', message: expect.stringContaining('longer than the system allows') },
    })
  })
})

describe('hooks of the repository', () => {
  it('that fail or hang are not run when a worktree is planned, made and read', async () => {
    const repo = repository()
    const ran = join(repo.beside, 'ran')
    for (const hook of [
      'post-checkout',
      'reference-transaction',
      'post-index-change',
      'pre-commit',
      'prepare-commit-msg',
    ])
      repo.hook(hook, `#!/bin/sh\necho ${hook} >> '${ran}'\nsleep 600\nexit 1\n`)
    repo.write('b.txt', 'b\n')
    const git = createGit({ dataDir: join(repo.beside, 'data') })
    const plan = await git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, TRUSTED)
    await git.createWorktree(plan, TRUSTED)
    await git.keepHead(plan)
    await git.readChanges(plan, TRUSTED)
    expect(existsSync(ran)).toBe(false)
    expect(readFileSync(join(plan.path, 'b.txt'), 'utf8')).toBe('b\n')
  })
})

describe('a git that is too old', () => {
  it('is told: as a problem of the version, of every folder, and of every fork', async () => {
    const repo = repository()
    const bin = join(repo.beside, 'bin')
    mkdirSync(bin)
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    const script = `#!/bin/sh\ncase "$*" in *--version*) echo 'git version 2.25.1';; *) exec '${real}' "$@";; esac\n`
    writeFileSync(join(bin, 'git'), script)
    chmodSync(join(bin, 'git'), 0o755)
    const before = process.env.PATH
    process.env.PATH = `${bin}:${before}`
    onTestFinished(() => {
      process.env.PATH = before
    })
    const git = createGit({ dataDir: join(repo.beside, 'data') })
    const problem = 'git 2.25.1 is too old: 2.31 or newer is needed'
    expect(await git.version()).toEqual({ version: '2.25.1', problem })
    expect(await git.findRepository(repo.folder)).toMatchObject({ isGit: false, problem })
    await expect(
      git.planWorktree({ folder: repo.folder, threadId: THREAD, title: 'x' }, TRUSTED),
    ).rejects.toMatchObject({ failure: { code: 'worktree.not_git', message: problem } })
    process.env.PATH = before
    expect(await git.findRepository(repo.folder)).toMatchObject({ isGit: true, problem: null })
  })
})

describe('names that differ by case alone', () => {
  it('are found among files, and through their folders', () => {
    expect(caseTwins(['a.txt', 'A.txt', 'b', 'dir/c', 'Dir/C', 'Dir/d'])).toEqual([
      ['a.txt', 'A.txt'],
      ['dir/c', 'Dir/C'],
    ])
    expect(caseTwins(['Ü', 'u\u0308'])).toEqual([['Ü', 'u\u0308']])
    expect(caseTwins(['a', 'b'])).toEqual([])
  })
})
