// What git's trees do not know and yet keeps a merge from a folder: ignored files in the way, names that clash, bytes git did not see.
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MergeConflict } from '../../services/ports/merge'
import type { GitAt } from './git-at'
import { nameOf, splitNulText } from './nul-list'
import { isAbsent } from './presence'
import { treeChanges } from './tree-entries'
import { untilReadable } from './until-readable'
import { everythingIn, readWorking } from './working-file'

export interface Blob {
  mode: string
  id: string
}

/** One file of a checkout: what git knows of it, and what is to be there. */
export interface FileChange {
  path: string
  before: Blob | null
  after: Blob | null
}

export const LINK = '120000'

/** The files in which two trees differ; names no path of ours can stand for are conflicts. */
export async function fileChanges(
  git: GitAt,
  before: string,
  after: string,
): Promise<{ changes: FileChange[]; conflicts: MergeConflict[] }> {
  const changes: FileChange[] = []
  const conflicts: MergeConflict[] = []
  for (const { path: bytes, oldMode, oldId, newMode, newId } of await treeChanges(git, before, after)) {
    const path = nameOf(bytes)
    if (!Buffer.from(path).equals(bytes)) conflicts.push({ path, reason: 'its name is not valid UTF-8' })
    else changes.push({ path, before: blobOf(oldMode, oldId), after: blobOf(newMode, newId) })
  }
  return { changes, conflicts }
}

function blobOf(mode: string, id: string): Blob | null {
  return mode === '000000' ? null : { mode, id }
}

/** Everything that is in the way of these changes in a folder. */
export async function obstacles(
  git: GitAt,
  folder: string,
  changes: readonly FileChange[],
  after: string,
): Promise<MergeConflict[]> {
  const leaving = new Set(changes.filter((change) => change.after === null).map(({ path }) => path))
  const conflicts: MergeConflict[] = []
  for (const change of changes) {
    const reason = change.after === null ? null : await inTheWay(folder, change, leaving)
    if (reason !== null) conflicts.push({ path: change.path, reason })
  }
  conflicts.push(...(await unknownBytes(git, folder, changes)))
  if ((await git.lineOrNull(['config', '--type=bool', 'core.ignoreCase'])) === 'true')
    conflicts.push(...(await caseClashes(git, changes, after)))
  return conflicts
}

async function inTheWay(
  folder: string,
  { path, before }: FileChange,
  leaving: ReadonlySet<string>,
): Promise<string | null> {
  const parts = path.split('/')
  for (let n = 1; n < parts.length; n++) {
    const above = parts.slice(0, n).join('/')
    const kind = await kindOf(join(folder, above))
    if (kind === null) return null
    if (kind === 'folder') continue
    return leaving.has(above) ? null : `${above}, which is no folder, is in the way`
  }
  const kind = await kindOf(join(folder, path))
  if (kind === null || (kind === 'file' && before !== null)) return null
  if (kind === 'file') return 'an ignored file of that name is in the way'
  if (kind === 'other') return 'something that is no file is in the way'
  const inside = await everythingIn(folder, path)
  return inside.every((name) => leaving.has(name)) ? null : 'a folder of that name is in the way'
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'other' | null> {
  try {
    const stat = await lstat(path)
    if (stat.isDirectory()) return 'folder'
    return stat.isFile() || stat.isSymbolicLink() ? 'file' : 'other'
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/**
 * Files whose bytes are not those git takes them for: marked as unchanged for ever, or saved since it looked. What is not
 * there at all (outside a sparse checkout) has no bytes to lose.
 */
async function unknownBytes(git: GitAt, folder: string, changes: readonly FileChange[]): Promise<MergeConflict[]> {
  const files: { path: string; id: string }[] = []
  const conflicts: MergeConflict[] = []
  const reason = 'its content is not what git takes it for; it may just have been saved'
  for (const { path, before } of changes) {
    if (before === null) continue
    const there = await readWorking(join(folder, path))
    if (there === null) continue
    if (there.kind === 'file' && before.mode !== LINK) files.push({ path, id: before.id })
    else if (there.kind === 'link' && before.mode === LINK) {
      const id = await git.line(['hash-object', '--no-filters', '--stdin'], { input: there.bytes })
      if (id !== before.id) conflicts.push({ path, reason })
    } else conflicts.push({ path, reason })
  }
  if (files.length === 0) return conflicts
  const input = files.map(({ path }) => `${quoted(path)}\n`).join('')
  const hash = () => git.line(['hash-object', '--stdin-paths'], { input, timeLimitMs: 180_000 })
  const ids = (await untilReadable(folder, hash)).split('\n')
  for (const [n, { path, id }] of files.entries()) if (ids[n] !== id) conflicts.push({ path, reason })
  return conflicts
}

/** This command takes names line by line, and reads quoted ones. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`
}

/** On a file system that does not tell `A` from `a`, one of two such names would take the other's place. */
async function caseClashes(git: GitAt, changes: readonly FileChange[], after: string): Promise<MergeConflict[]> {
  const { stdout } = await git.run(['ls-tree', '-r', '-z', '--name-only', after])
  const spellings = new Map<string, Set<string>>()
  for (const name of splitNulText(stdout))
    for (let path = name; path !== '.'; path = dirname(path)) {
      const known = spellings.get(path.toLowerCase())
      if (known) known.add(path)
      else spellings.set(path.toLowerCase(), new Set([path]))
    }
  const clashes: MergeConflict[] = []
  for (const { path, after: blob } of changes) {
    if (blob === null) continue
    for (let at = path; at !== '.'; at = dirname(at)) {
      const other = [...(spellings.get(at.toLowerCase()) ?? [])].find((name) => name !== at)
      if (other === undefined) continue
      clashes.push({ path, reason: `it differs from ${other} only in upper and lower case` })
      break
    }
  }
  return clashes
}
