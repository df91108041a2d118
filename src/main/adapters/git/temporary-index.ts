// A private copy of a checkout's index, so that looking at its files never touches the real one.
import { copyFile, mkdir, mkdtemp, realpath, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { GitAt } from './git-at'
import { isAbsent } from './presence'
import { commonDirOf } from './registration'

const AHEAD_S = 10

export interface TemporaryIndex {
  /** Points git to the copy, and to the private object store if there is one. */
  env: Record<string, string>
}

/**
 * Lends a copy of the index of the checkout that `git` is bound to, and removes it afterwards.
 *
 * @param keepObjects false: what git writes meanwhile goes to a folder that disappears with the copy
 */
export async function withTemporaryIndex<T>(
  git: GitAt,
  keepObjects: boolean,
  use: (index: TemporaryIndex) => Promise<T>,
): Promise<T> {
  const { gitDir } = git.place
  if (gitDir === undefined) throw new Error('a temporary index needs a git that is bound to one repository')
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tine-index-')))
  try {
    const copy = join(folder, 'index')
    await copyIndex(join(gitDir, 'index'), copy)
    const env: Record<string, string> = { GIT_INDEX_FILE: copy }
    if (!keepObjects) Object.assign(env, await privateObjects(gitDir, folder))
    return await use({ env })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Lends a copy of the index of a checkout that git has just written and nobody else knows yet. To git the copy is younger than
 * every file, so it compares sizes, times and modes, and does not read again what it wrote in this second.
 */
export async function withSettledIndex<T>(git: GitAt, use: (env: Record<string, string>) => Promise<T>): Promise<T> {
  return withTemporaryIndex(git, true, async ({ env }) => {
    const later = Date.now() / 1_000 + AHEAD_S
    if (env.GIT_INDEX_FILE !== undefined) await utimes(env.GIT_INDEX_FILE, later, later)
    return use(env)
  })
}

/**
 * Git re-reads a file whose time is not older than the index's own: a file changed in the same instant would else look
 * clean. A copy with a new time would lose that, so it gets the old one, rounded down.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from)
    await copyFile(from, to)
    const seconds = Math.floor(mtimeMs / 1_000)
    await utimes(to, seconds, seconds)
  } catch (error) {
    // No index yet is an empty index.
    if (!isAbsent(error)) throw error
  }
}

/** Makes an object store of its own in `folder`, beside which git still finds what the repository holds. */
export async function privateObjects(gitDir: string, folder: string): Promise<Record<string, string>> {
  const commonDir = await commonDirOf(gitDir)
  if (commonDir === null) throw new Error(`no git folder at ${gitDir}`)
  const own = join(folder, 'objects')
  await mkdir(own)
  return {
    GIT_OBJECT_DIRECTORY: own,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(join(commonDir, 'objects')),
  }
}

/** The environment of one private object store in which git also finds the objects of another. */
export function withObjectsOf(
  env: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): Record<string, string> {
  const { GIT_ALTERNATE_OBJECT_DIRECTORIES: known, GIT_OBJECT_DIRECTORY: mine } = env
  const theirs = other.GIT_OBJECT_DIRECTORY
  if (known === undefined || mine === undefined || theirs === undefined) return { ...env }
  return { ...env, GIT_ALTERNATE_OBJECT_DIRECTORIES: [known, quoted(theirs)].join(delimiter) }
}

/** The variable is a list of paths; a quoted entry may hold what separates them. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`
}
