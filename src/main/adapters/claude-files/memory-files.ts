// Reads memory files with what they import: only text, only what may be read unasked, only up to a size.
import { access, readdir, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { FOREIGN_FOLDERS } from '../../../core/library/folders-of'
import type { MemoryFiles } from '../../services/ports/memory-files'
import type { PermissionJudge } from '../../services/ports/permissions'
import { type MemoryScope, MemoryWalk } from './memory-walk'
import { isAbsent } from './read-contained'

const NAMES = ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md', 'CLAUDE.local.md']
const NESTED_NAMES = ['CLAUDE.md', 'AGENTS.md', 'CLAUDE.local.md']

const MOST_PARENTS = 32
const MOST_FOLDERS = 5_000
const MOST_NESTED = 200

/** @param judge says which files may be read unasked; rules that deny hold for notes as well */
export function createMemoryFiles(judge: Pick<PermissionJudge, 'judge'>, home = homedir()): MemoryFiles {
  return {
    async read(folder) {
      const walk = new MemoryWalk(judge)
      await walk.take({ root: home, named: (path) => `~/${path}`, own: true }, '.claude/CLAUDE.md')
      const { top, parents } = await foldersAbove(folder, home)
      for (const parent of parents) {
        const scope: MemoryScope = { root: top, named: (path) => join(top, path), own: false }
        for (const name of NAMES) await walk.take(scope, relative(top, join(parent, name)))
      }
      for (const name of NAMES) await walk.take(inside(folder), name)
      return walk.reading
    },
    async within(folder, below) {
      const walk = new MemoryWalk(judge)
      for (const path of below) for (const name of NESTED_NAMES) await walk.take(inside(folder), `${path}/${name}`)
      return walk.reading
    },
    nestedFolders,
  }
}

function inside(folder: string): MemoryScope {
  return { root: folder, named: (path) => path, own: false }
}

/** The folders above a project whose notes hold for it, outermost first, and the outermost of all. */
async function foldersAbove(folder: string, home: string): Promise<{ top: string; parents: string[] }> {
  const realHome = await realpath(home).catch((error: unknown) => absentAs(error, home))
  const above: string[] = []
  for (let at = folder; above.length < MOST_PARENTS; at = dirname(at)) {
    const isTop = at === realHome || (await exists(join(at, '.git')))
    if (isTop) return { top: at, parents: above.toReversed() }
    const parent = dirname(at)
    if (parent === at) break
    above.push(parent)
  }
  // Neither in a repository nor in the home folder: what lies above belongs to somebody else.
  return { top: folder, parents: [] }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    return absentAs(error, false)
  }
}

async function nestedFolders(folder: string): Promise<string[]> {
  const found: string[] = []
  const open = [folder]
  for (let seen = 0; open.length > 0 && seen < MOST_FOLDERS && found.length < MOST_NESTED; seen++) {
    const at = open.shift() ?? folder
    const entries = await readdir(at, { withFileTypes: true }).catch((error: unknown) => absentAs(error, []))
    if (at !== folder && entries.some(({ name }) => NESTED_NAMES.includes(name)))
      found.push(relative(folder, at).split(sep).join('/'))
    for (const entry of entries)
      if (entry.isDirectory() && !FOREIGN_FOLDERS.has(entry.name)) open.push(join(at, entry.name))
  }
  return found.sort()
}

function absentAs<T>(error: unknown, value: T): T {
  if (isAbsent(error)) return value
  throw error
}
