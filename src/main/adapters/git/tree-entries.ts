// `--raw -z` output of the diff family, read.
import type { GitAt } from './git-at'
import { splitNul } from './nul-list'

export interface TreeChange {
  /** One letter: A, M, D, R, T, … */
  letter: string
  oldMode: string
  newMode: string
  oldId: string
  newId: string
  /** Bytes: names need not be UTF-8. For a rename the new name. */
  path: Uint8Array
  /** The name before a rename; null for everything else. */
  from: Uint8Array | null
}

/** Every file that differs between two commits or trees; a rename is a removal and an addition here. */
export async function treeChanges(git: GitAt, from: string, to: string): Promise<TreeChange[]> {
  const { stdout } = await git.run(['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to])
  return parseRaw(splitNul(stdout)).changes
}

/** Reads raw records from the front of a NUL-separated list; the rest is handed back. */
export function parseRaw(fields: readonly Uint8Array[]): { changes: TreeChange[]; rest: Uint8Array[] } {
  const changes: TreeChange[] = []
  let n = 0
  while (n < fields.length) {
    const head = Buffer.from(fields[n] ?? []).toString('latin1')
    const match = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(head)
    if (match === null) break
    const [, oldMode = '', newMode = '', oldId = '', newId = '', letter = ''] = match
    const names = letter === 'R' || letter === 'C' ? 2 : 1
    const path = fields[n + names]
    const from = names === 2 ? (fields[n + 1] ?? null) : null
    if (path !== undefined) changes.push({ letter, oldMode, newMode, oldId, newId, path, from })
    n += 1 + names
  }
  return { changes, rest: fields.slice(n) }
}
