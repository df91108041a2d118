// Git's lists of changed files, read into ours.
import type { ChangedFile } from '../../../shared/domain/worktree'
import { nameOf, splitNul } from './nul-list'
import { parseRaw } from './tree-entries'

const STATUS_OF: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  T: 'type-changed',
}

/** Reads `--raw --numstat -z`: first the raw records, then one line of counts for each. */
export function parseChangedFiles(
  stdout: Uint8Array,
  untracked: ReadonlySet<string>,
  unmerged: ReadonlySet<string>,
): ChangedFile[] {
  const { changes, rest } = parseRaw(splitNul(stdout))
  const counts = parseCounts(rest.map(nameOf))
  return changes.map((change) => {
    const path = nameOf(change.path)
    let status = STATUS_OF[change.letter] ?? 'modified'
    if (status === 'added' && untracked.has(path)) status = 'untracked'
    if (unmerged.has(path)) status = 'conflicted'
    return { path, status, ...(counts.get(path) ?? { added: null, removed: null }) }
  })
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
