// Owns the repository that worktrees are measured on, and git without the person's configuration.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createGit } from '../../src/main/adapters/git/create-git'
import type { Git } from '../../src/main/services/ports/git'
import { prose } from '../support/words'
import { withWorkspace } from '../support/workspace'

export const FILES = 20_000
/** Files of a folder, and folders of a folder. */
const PER_FOLDER = 50
const FOLDERS = 20

const run = promisify(execFile)

export interface BigRepository {
  /** The checkout. */
  folder: string
  /** A folder beside it. */
  workspace: string
  dataDir: string
  /** The app's git, on `dataDir`. */
  app: Git
  /** Names of its files. */
  files: readonly string[]
}

/** Runs git as it comes: what a person's `git worktree add` takes is compared with ours. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const { stdout } = await run('git', args, { cwd: folder, env, maxBuffer: 2 ** 28 })
  return stdout
}

/** Makes a repository of 20,000 files in 400 folders, about 40 MB, in a workspace that is gone afterwards. */
export function withBigRepository<T>(work: (repository: BigRepository) => Promise<T>): Promise<T> {
  return withWorkspace(async (workspace) => {
    const folder = join(workspace, 'project')
    const files = await makeBigRepository(folder)
    const dataDir = join(workspace, 'data')
    return work({ folder, workspace, dataDir, app: createGit({ dataDir }), files })
  })
}

export async function makeBigRepository(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  for (let n = 0; n < FILES; n++) {
    const inside = Math.floor(n / PER_FOLDER)
    const at = join(`part${inside % FOLDERS}`, `src${Math.floor(inside / FOLDERS)}`)
    if (n % PER_FOLDER === 0) mkdirSync(join(folder, at), { recursive: true })
    const name = join(at, `file${n}.ts`)
    writeFileSync(join(folder, name), prose(n, 2_000))
    files.push(name)
  }
  await git(folder, 'init', '--quiet', '--initial-branch=main')
  for (const [key, value] of [
    ['user.name', 'Bench'],
    ['user.email', 'bench@example.org'],
    ['gc.auto', '0'],
  ] as const)
    await git(folder, 'config', key, value)
  await git(folder, 'add', '--all')
  await git(folder, 'commit', '--quiet', '-m', 'first')
  // A loose object for each file is what no repository of that age has.
  await git(folder, 'repack', '-a', '-d', '--quiet')
  return files
}

/** Milliseconds that something takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

let threads = 0

/** A thread's id that was not used before. */
export function nextThread(): string {
  threads += 1
  return `thr_${String(threads).padStart(26, '0')}`
}
