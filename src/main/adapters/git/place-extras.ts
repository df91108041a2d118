// Puts into a fresh checkout what git ignores and the project needs: copies, and links to the parent's folders.
import { constants } from 'node:fs'
import { copyFile, cp, lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { WorktreeExtras, WorktreeIdentity } from '../../services/ports/git'
import { findExtras } from './find-extras'
import { type GitAt, gitAt } from './git-at'
import { hashOf, type Placed, readPlaced, writePlaced } from './placed-files'
import { hasCode, isAbsent, kindAt } from './presence'
import { parentPlace } from './worktree-git'

/** Where one thing comes from and goes to. */
interface Placing {
  path: string
  from: string
  to: string
}

const LINK_KIND = process.platform === 'win32' ? 'junction' : null

/**
 * Places what a person listed. What is there already is left alone; what cannot be placed is told, and only a full disk
 * fails the whole.
 *
 * @param git bound to the worktree
 * @returns notes for the person: what is shared with the parent, and what could not be placed
 */
export async function placeExtras(
  worktree: WorktreeIdentity & { subPath: string },
  git: GitAt,
  extras: Pick<WorktreeExtras, 'copy' | 'link'>,
): Promise<string[]> {
  if (extras.copy.length + extras.link.length === 0) return []
  const place = await parentPlace(worktree)
  if (place.workTree === undefined) return []
  const parent = await gitAt(place, { trusted: false })
  const notes: string[] = []
  const placed = await readPlaced(worktree.path)
  const { path: checkout, parentFolder, subPath } = worktree
  const placing = (path: string): Placing => ({ path, from: join(parentFolder, path), to: join(checkout, path) })
  for (const path of await findExtras(parent, extras.link, subPath, notes))
    await attempt(placing(path), checkout, notes, (one) => link(one, git, placed, notes))
  for (const path of await findExtras(parent, extras.copy, subPath, notes))
    await attempt(placing(path), checkout, notes, (one) => copy(one, placed))
  await writePlaced(checkout, placed)
  return notes
}

async function attempt(
  one: Placing,
  checkout: string,
  notes: string[],
  work: (one: Placing) => Promise<void>,
): Promise<void> {
  try {
    if ((await kindAt(one.to)) !== null) return
    await mkdir(dirname(one.to), { recursive: true })
    const folder = await realpath(dirname(one.to))
    if (folder !== checkout && !folder.startsWith(checkout + sep)) {
      notes.push(`${one.path} was not placed: a link on its way leads out of the worktree`)
      return
    }
    await work(one)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || hasCode(error, 'ENOSPC')) throw error
    notes.push(`${one.path} could not be placed: ${error.message}`)
  }
}

async function copy({ path, from, to }: Placing, placed: Placed): Promise<void> {
  const stat = await lstat(from)
  if (stat.isSymbolicLink()) {
    const target = await pointTo(resolve(dirname(from), await readlink(from)), to)
    placed.links[path] = target
  } else if (stat.isDirectory()) {
    await cp(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      force: false,
      mode: constants.COPYFILE_FICLONE,
      filter: isPlain,
    })
  } else if (stat.isFile()) {
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    placed.files[path] = await hashOf(to)
  }
}

/** Sockets and pipes of a running server are no files to copy. */
async function isPlain(path: string): Promise<boolean> {
  try {
    const stat = await lstat(path)
    return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink()
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}

/**
 * A link to the parent's folder. Where git ignores only folders of that name, a link would be a new file to it: then the
 * folder is made, and its entries are the links.
 */
async function link({ path, from, to }: Placing, git: GitAt, placed: Placed, notes: string[]): Promise<void> {
  const isFolder = (await lstat(from)).isDirectory()
  if (isFolder && !(await isIgnored(git, path))) {
    await mkdir(to)
    for (const name of await readdir(from))
      placed.links[`${path}/${name}`] = await pointTo(join(from, name), join(to, name))
  } else placed.links[path] = await pointTo(from, to)
  notes.push(`${path} is linked to the parent's: what is written through it lands there`)
}

/** Asked before anything stands there, so that git takes it for a file. */
async function isIgnored(git: GitAt, path: string): Promise<boolean> {
  const options = { input: `${path}\0`, env: { GIT_LITERAL_PATHSPECS: '0' }, answers: [1] }
  return (await git.run(['check-ignore', '--quiet', '--no-index', '-z', '--stdin'], options)).code === 0
}

async function pointTo(target: string, at: string): Promise<string> {
  await symlink(target, at, LINK_KIND)
  return target
}
