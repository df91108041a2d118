// Git's lists of changed files, read into ours.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangedFile } from '../../../shared/domain/worktree'
import { nameOf, splitNul } from './nul-list'
import { hasCode, isAbsent } from './presence'
import { parseRaw } from './tree-entries'

const STATUS_OF: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  T: 'type-changed',
}

/** What a change of a checkout is judged by, each a set of paths. */
export interface PathsByState {
  untracked: ReadonlySet<string>
  unmerged: ReadonlySet<string>
  /** Files whose content is in no commit, removed ones included. */
  uncommitted: ReadonlySet<string>
}

/** Reads `--raw --numstat -z`: first the raw records, then one line of counts for each. */
export function parseChangedFiles(stdout: Uint8Array, paths: PathsByState): ChangedFile[] {
  const { changes, rest } = parseRaw(splitNul(stdout))
  const counts = parseCounts(rest.map(nameOf))
  return changes.map((change) => {
    const path = nameOf(change.path)
    const from = change.from === null ? null : nameOf(change.from)
    let status = STATUS_OF[change.letter] ?? 'modified'
    if (status === 'added' && paths.untracked.has(path)) status = 'untracked'
    if (paths.unmerged.has(path)) status = 'conflicted'
    const uncommitted = paths.uncommitted.has(path) || (from !== null && paths.uncommitted.has(from))
    return { path, status, ...(counts.get(path) ?? { added: null, removed: null }), from, uncommitted }
  })
}

/** Adds how large each file is as it lies in the checkout; null for what is gone or is no file. */
export async function withSizes(files: readonly ChangedFile[], checkout: string): Promise<ChangedFile[]> {
  return Promise.all(files.map(async (file) => ({ ...file, bytes: await sizeOf(join(checkout, file.path)) })))
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const stat = await lstat(path)
    return stat.isDirectory() ? null : stat.size
  } catch (error) {
    if (isAbsent(error) || hasCode(error, 'ENAMETOOLONG')) return null
    throw error
  }
}

type Counts = Pick<ChangedFile, 'added' | 'removed'>

/** `added TAB removed TAB path`; a rename has an empty path, then the old and the new one. Binary files have dashes. */
function parseCounts(fields: readonly string[]): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  for (let n = 0; n < fields.length; n++) {
    const match = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(fields[n] ?? '')
    if (match === null) continue
    const [, added = '-', removed = '-', own = ''] = match
    const path = own === '' ? (fields[n + 2] ?? '') : own
    if (own === '') n += 2
    counts.set(path, { added: lines(added), removed: lines(removed) })
  }
  return counts
}

function lines(text: string): number | null {
  return text === '-' ? null : Number(text)
}
