// Everything of a checkout that a fork must not move: bytes of its files, index, HEAD, branches, stash.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TemporaryRepository } from '../../src/testing/temporary-repository'

export interface CheckoutPicture {
  /** Hash by path, also of what git ignores. */
  files: Record<string, string>
  status: string
  /** What is staged, by content. */
  index: string
  head: string
  branches: string
  stash: string
}

/** Takes the picture without git touching anything; branches that Tine made for its forks are left out. */
export function pictureOf({ folder, git }: TemporaryRepository): CheckoutPicture {
  const look = (...args: string[]) => git('--no-optional-locks', ...args)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(folder, path).startsWith('.git/'))
    .sort()
    .map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')])
  return {
    files: Object.fromEntries(files),
    status: look('status', '--porcelain=v2', '--branch', '--untracked-files=all'),
    index: look('ls-files', '--stage'),
    head: look('symbolic-ref', 'HEAD'),
    branches: look('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads')
      .split('\n')
      .filter((line) => !line.startsWith('refs/heads/tine/'))
      .join('\n'),
    stash: look('stash', 'list'),
  }
}
