// How a checkout and its repository point at each other, read from git's own files (gitrepository-layout).
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isAbsent } from './presence'

/** What stands at `<checkout>/.git`. */
export type GitLink =
  | { kind: 'none' }
  | { kind: 'folder'; gitDir: string }
  | { kind: 'file'; gitDir: string }
  | { kind: 'foreign' }

/** Reads `<checkout>/.git` without asking git, which would walk up to another repository where it is gone. */
export async function readGitLink(checkout: string): Promise<GitLink> {
  const path = join(checkout, '.git')
  try {
    const stat = await lstat(path)
    if (stat.isDirectory()) return { kind: 'folder', gitDir: path }
    if (!stat.isFile() || stat.size > 64 * 1024) return { kind: 'foreign' }
    const target = /^gitdir: (.+?)[\r\n]*$/s.exec(await readFile(path, 'utf8'))?.[1]
    return target === undefined ? { kind: 'foreign' } : { kind: 'file', gitDir: resolve(checkout, target) }
  } catch (error) {
    if (isAbsent(error)) return { kind: 'none' }
    throw error
  }
}

/** The git folder of a checkout (`.git`, or where its `.git` file points); null where there is none. */
export async function gitDirOf(checkout: string): Promise<string | null> {
  const link = await readGitLink(checkout)
  return link.kind === 'folder' || link.kind === 'file' ? realPathOrNull(link.gitDir) : null
}

/** The folder a git folder shares with the repository's other worktrees; itself for a main checkout. */
export async function commonDirOf(gitDir: string): Promise<string | null> {
  const target = await readLine(join(gitDir, 'commondir'))
  return realPathOrNull(target === null ? gitDir : resolve(gitDir, target))
}

export interface Registration {
  /** `<common>/worktrees/<name>`. */
  adminDir: string
  /** The checkout the repository believes in, as written; it may not exist. */
  checkout: string
}

/** Every linked worktree the repository knows, also those whose folder is gone. */
export async function listRegistrations(commonDir: string): Promise<Registration[]> {
  const folder = join(commonDir, 'worktrees')
  const found: Registration[] = []
  for (const name of await namesIn(folder)) {
    const adminDir = join(folder, name)
    const link = await readLine(join(adminDir, 'gitdir'))
    if (link !== null) found.push({ adminDir, checkout: dirname(resolve(adminDir, link)) })
  }
  return found
}

/** The repository's registration of the worktree at this path, or null. */
export async function findRegistration(commonDir: string, checkout: string): Promise<Registration | null> {
  const all = await listRegistrations(commonDir)
  return all.find((entry) => entry.checkout === checkout) ?? null
}

/** The real path in the file system's own spelling; null where nothing is. */
export async function realPathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** A file that holds one path; only the line end git wrote is taken off. */
async function readLine(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '')
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}
