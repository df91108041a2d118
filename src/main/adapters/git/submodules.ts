// Submodules of a checkout: told of, or filled from the parent's own copies. Nothing is fetched and no configuration of the
// repository changes: each becomes a clone with a git folder of its own, which moves with the worktree.
import { join } from 'node:path'
import type { GitOptions } from '../../services/ports/git'
import { type GitAt, gitAt, plainGitAt } from './git-at'
import { splitNulText } from './nul-list'
import { kindAt } from './presence'
import { gitDirOf } from './registration'
import { GitCommandError } from './run-git'
import { readStatus } from './status'
import { everythingIn } from './working-file'

interface Submodule {
  path: string
  commit: string
}

const START = 'refs/tine/start'
const CLONE_LIMIT_MS = 600_000
const CLONE = ['clone', '--quiet', '--no-checkout', '--local', '--template=']

/** The submodules that the index of a checkout names. */
async function submodulesOf(git: GitAt): Promise<Submodule[]> {
  const { stdout } = await git.run(['ls-files', '-z', '--stage'])
  return splitNulText(stdout).flatMap((entry) => {
    const match = /^160000 ([0-9a-f]+) \d\t(.*)$/s.exec(entry)
    return match === null ? [] : [{ commit: match[1] ?? '', path: match[2] ?? '' }]
  })
}

/** Paths of the submodules in a checkout. */
export async function submodulePaths(git: GitAt): Promise<string[]> {
  // Listing the whole index is only worth it where there is one.
  if ((await kindAt(join(git.place.cwd, '.gitmodules'))) !== 'file') return []
  return (await submodulesOf(git)).map(({ path }) => path)
}

/**
 * Fills the submodules of a fresh checkout, and theirs, with the commits the parent has there.
 *
 * @param git bound to the checkout
 * @param source the parent's checkout
 * @returns notes on what could not be filled, and on work in them that does not travel
 */
export async function fillSubmodules(git: GitAt, source: string, options: GitOptions): Promise<string[]> {
  const notes: string[] = []
  for (const submodule of await submodulesOf(git)) {
    const from = join(source, submodule.path)
    const gitDir = await gitDirOf(from)
    if (gitDir === null) {
      notes.push(`The submodule ${submodule.path} is empty, as it is in the parent's checkout`)
      continue
    }
    try {
      const filled = await fillOne(git, submodule, gitDir, options)
      notes.push(...(await uncarried(submodule, from, gitDir, options)))
      notes.push(...(await fillSubmodules(filled, from, options)))
    } catch (error) {
      if (!(error instanceof GitCommandError)) throw error
      notes.push(`The submodule ${submodule.path} could not be filled: ${error.stderr.trim()}`)
    }
  }
  return notes
}

async function fillOne(git: GitAt, { path, commit }: Submodule, from: string, options: GitOptions): Promise<GitAt> {
  const to = join(git.place.cwd, path)
  const outside = plainGitAt({ cwd: git.place.cwd }, options.signal)
  await outside.run([...CLONE, '--', from, to], { env: { GIT_ALLOW_PROTOCOL: 'file' }, timeLimitMs: CLONE_LIMIT_MS })
  const own = await gitAt({ cwd: to, gitDir: join(to, '.git'), workTree: to }, options)
  const url = await plainGitAt({ cwd: from, gitDir: from }).lineOrNull(['config', '--get', 'remote.origin.url'])
  if (url !== null) await own.run(['config', 'remote.origin.url', url])
  // Where the parent's copy stood need be on no branch there.
  await own.run(['update-ref', START, commit])
  await own.run(['checkout', '--quiet', '--detach', commit], { timeLimitMs: CLONE_LIMIT_MS })
  return own
}

async function uncarried({ path }: Submodule, from: string, gitDir: string, options: GitOptions): Promise<string[]> {
  const { entries } = await readStatus(await gitAt({ cwd: from, gitDir, workTree: from }, options))
  return entries.length === 0 ? [] : [`Uncommitted work in the submodule ${path} does not travel`]
}

/** Files that lie in the folders of empty submodules, by their path in the checkout: git neither sees nor takes them. */
export async function strayFiles(git: GitAt): Promise<string[]> {
  const files: string[] = []
  for (const path of await submodulePaths(git)) {
    const folder = join(git.place.cwd, path)
    if ((await kindAt(folder)) !== 'folder' || (await kindAt(join(folder, '.git'))) !== null) continue
    files.push(...(await everythingIn(git.place.cwd, path)))
  }
  return files
}

/** What submodules of a worktree hold and the parent's do not: files by their path in the worktree, and commits. */
export async function submoduleLoss(git: GitAt, options: GitOptions): Promise<{ files: string[]; commits: number }> {
  const files = await strayFiles(git)
  let commits = 0
  for (const path of await submodulePaths(git)) {
    const folder = join(git.place.cwd, path)
    // One of ours has a folder there; everything else is left alone: git would start itself under foreign configuration.
    if ((await kindAt(join(folder, '.git'))) !== 'folder') continue
    const own = await gitAt({ cwd: folder, gitDir: join(folder, '.git'), workTree: folder }, options)
    files.push(...(await readStatus(own)).entries.map((entry) => `${path}/${entry.path}`))
    const start = await own.lineOrNull(['rev-parse', '--verify', '--quiet', START])
    const known = ['--remotes', '--tags', ...(start === null ? [] : [start])]
    commits += Number(await own.line(['rev-list', '--count', 'HEAD', '--branches', '--not', ...known]))
    const inner = await submoduleLoss(own, options)
    files.push(...inner.files.map((file) => `${path}/${file}`))
    commits += inner.commits
  }
  return { files, commits }
}
