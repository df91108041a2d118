// Three trees become one, in objects only: git's own merge, with the base we choose.
import type { MergeConflict } from '../../services/ports/merge'
import type { GitAt } from './git-at'
import { nameOf, splitNul } from './nul-list'

export interface MergedTree {
  /** With conflicts it holds their markers, and is of no use. */
  tree: string
  conflicts: MergeConflict[]
}

/** Commits of ours that only tell git what the common ancestor is; the same trees give the same ones. */
const NOBODY = {
  GIT_AUTHOR_NAME: 'Tine',
  GIT_AUTHOR_EMAIL: 'tine@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'Tine',
  GIT_COMMITTER_EMAIL: 'tine@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
}

const TIME_LIMIT_MS = 180_000

/** By the label git gives a conflict. */
const REASONS: Readonly<Record<string, string>> = {
  content: 'both sides changed the same lines',
  'add/add': 'both sides added it, with different content',
  binary: 'both sides changed it, and it is binary',
  'modify/delete': 'one side changed it, the other deleted it',
  'rename/delete': 'one side renamed it, the other deleted it',
  'rename/rename': 'both sides renamed it',
  'rename/add': 'one side renamed a file to this name, the other added one',
  'file location': 'one side put it into a folder that the other renamed',
  'file/directory': 'it is a file on one side and a folder on the other',
  'distinct types': 'it is of another type on each side',
  'distinct modes': 'its mode differs on both sides',
  submodule: 'it is a submodule that both sides moved',
}

/** Merges what happened between `base` and `theirs` into `ours`; all three are trees. */
export async function mergeTrees(git: GitAt, base: string, ours: string, theirs: string): Promise<MergedTree> {
  if (theirs === base || theirs === ours) return { tree: ours, conflicts: [] }
  if (ours === base) return { tree: theirs, conflicts: [] }
  const root = await bareCommit(git, base, [])
  const [left, right] = await Promise.all([bareCommit(git, ours, [root]), bareCommit(git, theirs, [root])])
  const { code, stdout } = await git.run(['merge-tree', '--write-tree', '-z', '--messages', left, right], {
    answers: [1],
    timeLimitMs: TIME_LIMIT_MS,
  })
  const [tree, ...rest] = splitNul(stdout)
  return { tree: nameOf(tree ?? new Uint8Array()), conflicts: code === 0 ? [] : readConflicts(rest.map(nameOf)) }
}

function bareCommit(git: GitAt, tree: string, parents: readonly string[]): Promise<string> {
  return git.line(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', 'tree'], { env: NOBODY })
}

/**
 * First the entries in conflict (`mode id stage TAB path`), an empty field, then the messages: how many paths, the paths, a
 * type, a text.
 */
function readConflicts(fields: readonly string[]): MergeConflict[] {
  const gap = fields.indexOf('')
  const found = new Map<string, string>()
  for (let n = gap + 1; n < fields.length; ) {
    const count = Number(fields[n])
    const paths = fields.slice(n + 1, n + 1 + count)
    const [type = '', text = ''] = fields.slice(n + 1 + count, n + 3 + count)
    n += 3 + count
    const label = /^CONFLICT \(([^)]+)\)/.exec(text)?.[1] ?? /^CONFLICT \(([^)]+)\)/.exec(type)?.[1]
    // A file that had to make way for a folder is named by the name it was moved to, then by its own.
    const path = paths.at(label === 'file/directory' ? -1 : 0)
    if (label !== undefined && path !== undefined && !found.has(path)) found.set(path, reasonOf(label))
  }
  const entries = fields.slice(0, gap).map((entry) => entry.slice(entry.indexOf('\t') + 1))
  if (found.size === 0) for (const path of entries) found.set(path, 'both sides changed it')
  return [...found].map(([path, reason]) => ({ path, reason }))
}

function reasonOf(label: string): string {
  return REASONS[label] ?? (label.startsWith('submodule') ? (REASONS.submodule ?? label) : `git calls it ${label}`)
}
