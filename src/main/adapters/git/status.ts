// `git status --porcelain=v2 --branch -z`, read.
import type { GitAt } from './git-at'
import { splitNulText } from './nul-list'

export interface StatusEntry {
  kind: 'changed' | 'renamed' | 'unmerged' | 'untracked' | 'ignored'
  path: string
  /** Two letters: index against HEAD, working file against index; `??` and `!!` for what is not tracked. */
  xy: string
  /** Mode and object the index holds; '' for what is not tracked. */
  indexed: string
}

export interface Status {
  /** Null on a branch without a commit. */
  head: string | null
  upstream: { ahead: number; behind: number } | null
  entries: StatusEntry[]
}

/**
 * Arguments for `readStatus`. Work inside submodules is never looked at: git would start itself there, under the
 * submodule's own configuration.
 */
const STATUS = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--ignore-submodules=dirty']

/**
 * The state of a checkout: staged, unstaged and untracked files, each by its own path.
 *
 * @param ignored also list ignored files; whole ignored folders as one entry that ends with a slash
 */
export async function readStatus(
  git: GitAt,
  { ignored = false, env }: { ignored?: boolean; env?: Record<string, string> } = {},
): Promise<Status> {
  const { stdout } = await git.run([...STATUS, ...(ignored ? ['--ignored=matching'] : [])], { env })
  return parseStatus(splitNulText(stdout))
}

/** Reads the NUL-separated fields of porcelain version 2. */
export function parseStatus(fields: readonly string[]): Status {
  const status: Status = { head: null, upstream: null, entries: [] }
  for (let n = 0; n < fields.length; n++) {
    const field = fields[n] ?? ''
    if (field.startsWith('# ')) readHeader(field, status)
    else if (field.startsWith('? ')) status.entries.push(plain('untracked', '??', field))
    else if (field.startsWith('! ')) status.entries.push(plain('ignored', '!!', field))
    else if (field.startsWith('1 ')) status.entries.push(tracked('changed', field, 8))
    else if (field.startsWith('u ')) status.entries.push(tracked('unmerged', field, 10))
    else if (field.startsWith('2 ')) {
      status.entries.push(tracked('renamed', field, 9))
      n += 1 // The old path is a field of its own.
    }
  }
  return status
}

function readHeader(field: string, status: Status): void {
  const oid = /^# branch\.oid ([0-9a-f]+)$/.exec(field)?.[1]
  if (oid !== undefined) status.head = oid
  const drift = /^# branch\.ab \+(\d+) -(\d+)$/.exec(field)
  if (drift !== null) status.upstream = { ahead: Number(drift[1]), behind: Number(drift[2]) }
}

function plain(kind: StatusEntry['kind'], xy: string, field: string): StatusEntry {
  return { kind, xy, path: field.slice(2), indexed: '' }
}

/** `1 XY sub mH mI mW hH hI path`, `2 XY sub mH mI mW hH hI score path`, `u XY sub m1 m2 m3 mW h1 h2 h3 path`. */
function tracked(kind: 'changed' | 'renamed' | 'unmerged', field: string, words: number): StatusEntry {
  const parts = field.split(' ')
  const path = parts.slice(words).join(' ')
  const indexed = kind === 'unmerged' ? parts.slice(3, 10).join(' ') : `${parts[4]} ${parts[7]}`
  return { kind, path, xy: parts[1] ?? '', indexed }
}
