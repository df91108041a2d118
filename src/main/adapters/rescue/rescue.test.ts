// A folder that is archived, removed and unpacked again is the same, whatever lies in it; what is not in the archive stays.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitIn, type TemporaryRepository, temporaryRepository } from '../../../testing/temporary-repository'
import type { Git, WorktreePlan } from '../../services/ports/git'
import type { Rescue } from '../../services/ports/rescue'
import { createGit } from '../git/create-git'
import { createRescue } from './create-rescue'

const TRUSTED = { trusted: true }
const AT = Date.UTC(2026, 10, 30, 14, 25, 1)
const NAMES = [
  'with space',
  `quote's "both"`,
  '漢字かな',
  'emoji 🪓',
  'line\nbreak',
  'per%0acent',
  'back\\slash',
  '-dash',
  ' ',
]

let repo: TemporaryRepository
let git: Git
let rescue: Rescue
let plan: WorktreePlan
let folder: string
let checkout: string
let archive: string
beforeEach(async () => {
  repo = temporaryRepository({ name: 'my project', files: { 'a.txt': 'one\n', '.gitignore': 'out/\n*.env\n' } })
  const dataDir = join(repo.beside, 'data')
  git = createGit({ dataDir })
  rescue = createRescue({ dataDir })
  plan = await git.planWorktree({ folder: repo.folder, threadId: 'thr_1', title: 'x' }, TRUSTED)
  await git.createWorktree(plan, TRUSTED)
  fill(plan.path)
  const discarded = await git.discardWorktree(plan, { ...TRUSTED, rescueDir: join(dataDir, 'rescued'), at: AT })
  folder = discarded.rescuedTo ?? ''
  checkout = join(folder, basename(plan.path))
  archive = await rescue.archiveOf(plan, AT)
})
afterEach(() => {
  rescue.close()
  repo.remove()
})

function fill(path: string): void {
  for (const name of NAMES) {
    mkdirSync(join(path, name))
    writeFileSync(join(path, name, name), `content of ${name}`)
  }
  mkdirSync(join(path, 'out/empty'), { recursive: true })
  writeFileSync(join(path, 'out/big.bin'), Buffer.alloc(700_001, 7))
  writeFileSync(join(path, 'secret.env'), 'KEY=1', { mode: 0o400 })
  writeFileSync(join(path, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(join(path, 'empty'), '')
  linkSync(join(path, 'out/big.bin'), join(path, 'out/second name'))
  symlinkSync('../nowhere/at all', join(path, 'dangling'))
  symlinkSync('/etc', join(path, 'away'))
  mkdirSync(join(path, 'closed'))
  writeFileSync(join(path, 'closed/in it'), 'x')
  chmodSync(join(path, 'closed'), 0o555)
  utimesSync(join(path, 'run.sh'), 1_000_000, 1_000_000.123)
  mkdirSync(join(path, 'x'.repeat(120), 'y'.repeat(120)), { recursive: true })
  writeFileSync(join(path, 'x'.repeat(120), 'y'.repeat(120), 'ü'.repeat(80)), 'deep')
  gitIn(path, 'init', '--quiet', 'nested repository')
  writeFileSync(join(path, 'nested repository/only here.txt'), 'nested')
  gitIn(join(path, 'nested repository'), 'add', '.')
}

/** Every path with type, mode, size, time to the millisecond, target and content. */
function picture(of: string): Record<string, unknown> {
  const names = execFileSync('find', ['.', '-print0'], { cwd: of, encoding: 'utf8' }).split('\0').filter(Boolean)
  return Object.fromEntries(
    names.map((name) => {
      const path = join(of, name)
      const stat = lstatSync(path)
      const content = stat.isFile()
        ? readFileSync(path).toString('base64')
        : stat.isSymbolicLink()
          ? readlinkSync(path)
          : null
      return [name, { mode: stat.mode, mtime: Math.round(stat.mtimeMs), content }]
    }),
  )
}

const write = () => rescue.archive(plan, folder, archive)
const remove = (partly = false) => rescue.remove(plan, folder, archive, partly)

describe('an archive', () => {
  it('holds everything: names, modes, times, empty folders, links, ignored files and nested repositories', async () => {
    const before = picture(folder)
    const size = await write()
    expect(size).toBe(lstatSync(archive).size)
    await rescue.verify(folder, archive)
    const freed = await remove()
    expect(freed).toBeGreaterThan(700_000)
    expect(existsSync(folder)).toBe(false)
    const unpacked = await rescue.unpack(plan, archive)
    expect(picture(unpacked)).toEqual(before)
    expect(existsSync('/etc/passwd')).toBe(true)
  })

  it('unpacks again over an attempt that was cut off', async () => {
    const before = picture(folder)
    await write()
    const target = await rescue.unpack(plan, archive)
    unlinkSync(join(target, basename(plan.path), 'away'))
    truncateSync(join(target, basename(plan.path), 'out/big.bin'), 5)
    await rescue.unpack(plan, archive)
    expect(picture(target)).toEqual(before)
  })

  it('can be opened by the system’s own tar', async () => {
    await write()
    const into = mkdtempSync(join(realpathSync(tmpdir()), 'tine-untar-'))
    execFileSync('tar', ['xzf', archive, '-C', into])
    expect(readFileSync(join(into, 'folder/my project/漢字かな/漢字かな'), 'utf8')).toBe('content of 漢字かな')
    expect(existsSync(join(into, 'git/index'))).toBe(true)
    execFileSync('rm', ['-rf', into])
  })

  it.each<[string, () => void]>([
    ['a changed file', () => writeFileSync(join(checkout, 'a.txt'), 'two\n')],
    ['a file of the same size and time, with another content', () => sameSize(join(checkout, 'a.txt'))],
    ['a new file', () => writeFileSync(join(checkout, 'new'), '')],
    ['a new empty folder', () => mkdirSync(join(checkout, 'out/new'))],
    ['another mode', () => chmodSync(join(checkout, 'run.sh'), 0o700)],
    ['another target', () => relink(join(checkout, 'dangling'))],
    ['a missing file', () => rmSync(join(checkout, 'empty'))],
    ['a damaged archive', () => truncateSync(archive, lstatSync(archive).size - 20_000 > 0 ? 20_000 : 500)],
    ['an archive with one byte changed', () => flip(archive)],
  ])('is not taken for the folder with %s, and nothing is removed then', async (_name, change) => {
    await write()
    change()
    const before = picture(folder)
    await expect(rescue.verify(folder, archive)).rejects.toMatchObject({ failure: { code: 'conflict' } })
    await expect(remove()).rejects.toMatchObject({ failure: { code: 'conflict' } })
    expect(picture(folder)).toEqual(before)
  })

  it('that was never finished has no name of its own, and its draft goes', async () => {
    mkdirSync(dirname(archive), { recursive: true })
    writeFileSync(`${archive}.part`, 'half')
    await rescue.dropDraft(archive)
    expect(existsSync(`${archive}.part`)).toBe(false)
    await rescue.dropDraft(archive)
    writeFileSync(`${archive}.part`, 'half')
    await write()
    expect(existsSync(`${archive}.part`)).toBe(false)
  })
})

describe('removing a rescued folder', () => {
  beforeEach(() => write())

  it('goes on where it was cut off, and touches nothing that came in since', async () => {
    rmSync(join(checkout, 'out'), { recursive: true })
    rmSync(join(checkout, '.git'))
    await expect(remove()).rejects.toMatchObject({ failure: { code: 'conflict' } })
    writeFileSync(join(checkout, 'mine'), 'new')
    await expect(remove(true)).rejects.toMatchObject({ failure: { code: 'conflict' } })
    expect(existsSync(join(checkout, 'a.txt'))).toBe(true)
    rmSync(join(checkout, 'mine'))
    await remove(true)
    expect(existsSync(folder)).toBe(false)
  })

  it.each<[string, () => void, string]>([
    ['without its owner file', () => rmSync(join(folder, 'owner.json')), 'owner file'],
    [
      'with another nonce',
      () => {
        const owner = join(folder, 'owner.json')
        writeFileSync(owner, readFileSync(owner, 'utf8').replace(plan.nonce, '00'))
      },
      'owner file',
    ],
    [
      'that is a link',
      () => {
        renameSync(folder, `${folder}-real`)
        symlinkSync(`${folder}-real`, folder)
      },
      'link',
    ],
    [
      'whose checkout is a link',
      () => {
        renameSync(checkout, join(repo.beside, 'real'))
        symlinkSync(join(repo.beside, 'real'), checkout)
      },
      'link',
    ],
    [
      'whose registration is gone',
      () => rmSync(join(repo.folder, '.git/worktrees'), { recursive: true }),
      'registered',
    ],
    ['whose .git file is gone', () => rmSync(join(checkout, '.git')), '.git file'],
    [
      'whose repository is gone',
      () => renameSync(join(repo.folder, '.git'), join(repo.folder, 'git-away')),
      'repository',
    ],
  ])('%s is refused', async (_name, change, words) => {
    change()
    const before = picture(folder)
    await expect(remove()).rejects.toThrow(words)
    expect(picture(folder)).toEqual(before)
  })

  it('is refused everywhere but in `rescued`, and for every other thread', async () => {
    const inPlace = dirname(plan.path)
    renameSync(folder, inPlace)
    repo.git('worktree', 'repair', plan.path)
    for (const elsewhere of [inPlace, repo.folder, dirname(folder), join(folder, '..', '..'), '/'])
      await expect(rescue.remove(plan, elsewhere, archive, false)).rejects.toMatchObject({
        failure: { code: 'conflict' },
      })
    expect(existsSync(plan.path)).toBe(true)
    renameSync(inPlace, folder)
    await expect(rescue.remove({ ...plan, threadId: 'thr_2' }, folder, archive, false)).rejects.toThrow('thr_2')
  })
})

describe('measuring', () => {
  it('counts what the file system counts, each file once', async () => {
    const said = Number(execFileSync('du', ['-s', '--block-size=1', folder], { encoding: 'utf8' }).split('\t')[0])
    expect(await rescue.measure(folder)).toBe(said)
    expect(await rescue.measure(join(folder, 'nothing'))).toBeNull()
  })
})

describe('the survey', () => {
  it('names what lies in the data folder, with its owner', async () => {
    await write()
    mkdirSync(join(dirname(dirname(plan.path)), 'foreign'), { recursive: true })
    expect(await rescue.survey()).toEqual([
      { path: expect.any(String), place: 'worktrees', threadId: null, owner: null, names: [] },
      {
        path: folder,
        place: 'rescued',
        threadId: 'thr_1',
        owner: { threadId: 'thr_1', nonce: plan.nonce },
        names: expect.arrayContaining(['owner.json', 'my project']),
      },
      { path: archive, place: 'archives', threadId: 'thr_1', owner: null, names: [] },
    ])
  })
})

function sameSize(path: string): void {
  const { atimeMs, mtimeMs } = lstatSync(path)
  writeFileSync(path, 'eno\n')
  utimesSync(path, atimeMs / 1_000, mtimeMs / 1_000)
}

function relink(path: string): void {
  unlinkSync(path)
  symlinkSync('elsewhere', path)
}

function flip(path: string): void {
  const bytes = readFileSync(path)
  // In the middle, one long run of equal bytes can be told in more than one way.
  const at = bytes.length - 6
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
