// A picture of the main checkout, taken before and after each command of an isolated fork. Two git processes, beside each other.
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, MainSnapshot } from '../../services/ports/git'
import { gitAt } from './git-at'
import { hasCode, isAbsent } from './presence'
import { PRIVATE_REFS } from './private-refs'
import { commonDirOf, gitDirOf } from './registration'
import { readStatus, type StatusEntry } from './status'

/** More changed files than this are compared by their state in git alone, not by size and times. */
const TRACED_FILES = 5_000

/**
 * Takes the picture: HEAD, what the index and the files hold, refs of all but Tine, stash, configuration and hooks. The
 * index is compared by content, since git may refresh its times whenever somebody looks.
 *
 * @param topLevel the main checkout's top level
 * @throws FailureError `worktree.not_git` when it is no longer a checkout
 */
export async function snapshotMain(topLevel: string, options: GitOptions): Promise<MainSnapshot> {
  const gitDir = await gitDirOf(topLevel)
  const commonDir = gitDir === null ? null : await commonDirOf(gitDir)
  if (gitDir === null || commonDir === null) {
    throw new FailureError('worktree.not_git', `${topLevel} is no longer a git checkout`, { folder: topLevel })
  }
  const git = await gitAt({ cwd: topLevel, gitDir, workTree: topLevel }, options)
  const [status, refs, symbolic, stash, config] = await Promise.all([
    readStatus(git),
    git.line(['for-each-ref', '--format=%(refname) %(objectname) %(symref)']),
    contentOf(join(gitDir, 'HEAD')),
    contentOf(join(commonDir, 'logs/refs/stash')),
    readConfiguration(gitDir, commonDir),
  ])
  return {
    topLevel,
    head: `${symbolic?.toString('utf8').trim()} ${status.head}`,
    index: Object.fromEntries(status.entries.filter(isStaged).map((entry) => [entry.path, entry.indexed])),
    files: await describeFiles(topLevel, status.entries),
    refs: sharedRefs(refs),
    stash: stash === null ? '' : hash(stash),
    config,
  }
}

function isStaged(entry: StatusEntry): boolean {
  return entry.kind !== 'untracked' && !entry.xy.startsWith('.')
}

/** A file that was changed before and is changed again looks the same to git: its size and times tell. */
async function describeFiles(topLevel: string, entries: readonly StatusEntry[]): Promise<Record<string, string>> {
  const withTrace = entries.length <= TRACED_FILES
  const describe = async ({ xy, path }: StatusEntry): Promise<[string, string]> => [
    path,
    withTrace ? `${xy.slice(1)} ${await trace(join(topLevel, path))}` : xy.slice(1),
  ]
  return Object.fromEntries(await Promise.all(entries.map(describe)))
}

async function trace(path: string): Promise<string> {
  try {
    const stat = await lstat(path, { bigint: true })
    return `${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
  } catch (error) {
    if (isAbsent(error)) return 'absent'
    throw error
  }
}

function sharedRefs(lines: string): Record<string, string> {
  const refs: Record<string, string> = {}
  for (const line of lines === '' ? [] : lines.split('\n')) {
    const [name = '', ...value] = line.split(' ')
    if (!name.startsWith(PRIVATE_REFS) && name !== 'refs/stash') refs[name] = value.join(' ').trim()
  }
  return refs
}

/** Everything below a git folder that changes what git does: a hook put there by a fork would run in the parent. */
async function readConfiguration(gitDir: string, commonDir: string): Promise<Record<string, string>> {
  const paths = [
    join(commonDir, 'config'),
    join(gitDir, 'config.worktree'),
    join(commonDir, 'info/exclude'),
    join(commonDir, 'info/attributes'),
    join(gitDir, 'info/sparse-checkout'),
    ...(await hooksIn(join(commonDir, 'hooks'))),
  ]
  const config: Record<string, string> = {}
  for (const path of paths) {
    const content = await contentOf(path)
    if (content !== null) config[path.slice(commonDir.length + 1)] = hash(content)
  }
  return config
}

async function hooksIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => !name.endsWith('.sample')).map((name) => join(folder, name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isAbsent(error) || hasCode(error, 'EISDIR')) return null
    throw error
  }
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
