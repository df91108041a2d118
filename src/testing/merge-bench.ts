// What tests of merges share: a repository, a worktree of it, and pictures of everything a merge may touch.
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createGit } from '../main/adapters/git/create-git'
import type { WorktreePlan } from '../main/services/ports/git'
import type { MergeOptions, MergeOrder, MergeOutcome } from '../main/services/ports/merge'
import { gitIn, type TemporaryRepository, temporaryRepository } from './temporary-repository'

const THREAD = 'thr_01jfabcdef0123456789abcdef'

export interface MergeBench {
  repo: TemporaryRepository
  /** Where the parent works; the worktree was made from here. */
  parent: string
  dataDir: string
  plan: WorktreePlan
  /** Runs git in the worktree. */
  fork(...args: string[]): string
  /** Runs git where the parent works. */
  home(...args: string[]): string
  merge(order?: Partial<MergeOrder>, options?: Partial<MergeOptions>): Promise<MergeOutcome>
}

/**
 * A worktree of a repository with these files.
 *
 * @param before runs in the parent's checkout before the worktree is planned, and answers where the parent works if elsewhere
 */
export async function mergeBench(
  files: Record<string, string>,
  before: (repo: TemporaryRepository) => string | undefined = () => undefined,
): Promise<MergeBench> {
  const repo = temporaryRepository({ files })
  onTestFinished(() => repo.remove())
  const folder = before(repo) ?? repo.folder
  const dataDir = join(repo.beside, 'data')
  const git = createGit({ dataDir })
  const plan = await git.planWorktree({ folder, threadId: THREAD, title: 'work' }, { trusted: false })
  await git.createWorktree(plan, { trusted: false })
  const { parentFolder } = plan
  return {
    repo,
    parent: parentFolder,
    dataDir,
    plan,
    fork: (...args) => gitIn(plan.path, ...args),
    home: (...args) => gitIn(parentFolder, ...args),
    merge: (order = {}, options = {}) =>
      git.mergeWorktree(
        plan,
        {
          mode: 'merge',
          into: { kind: 'parent' },
          message: 'Bring work home',
          uncommittedMessage: 'Uncommitted work',
          check: false,
          ...order,
        },
        { trusted: false, ...options },
      ),
  }
}

/** Everything below a folder but `.git`: names, modes and bytes. */
export function filesBelow(root: string, folder = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (path === '.git') continue
    const full = join(root, path)
    if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: 'folder' }, filesBelow(root, path))
    else if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(full)}`
    else found[path] = `${(lstatSync(full).mode & 0o777).toString(8)} ${readFileSync(full).toString('base64')}`
  }
  return found
}

/** HEAD, index (byte for byte), refs and files of a checkout. */
export function picture(folder: string): Record<string, unknown> {
  const gitDir = gitIn(folder, 'rev-parse', '--absolute-git-dir')
  const index = join(gitDir, 'index')
  return {
    head: readFileSync(join(gitDir, 'HEAD'), 'utf8'),
    index: existsSync(index) ? readFileSync(index).toString('base64') : null,
    refs: gitIn(folder, 'for-each-ref'),
    files: filesBelow(folder),
  }
}
