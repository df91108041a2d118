// The own commits of a worktree, as they go home: where it carried its parent's uncommitted work, without that.
import type { WorktreeIdentity } from '../../services/ports/git'
import type { MergeConflict } from '../../services/ports/merge'
import type { GitAt } from './git-at'
import { mergeTrees } from './merge-trees'
import { startOf } from './start-of'

/** A commit that is written anew with the same words, people and times. */
interface OwnCommit {
  id: string
  tree: string
  parents: string[]
  env: Record<string, string>
  message: Buffer
}

export type Replayed = { tip: string } | { conflicts: MergeConflict[] }

/**
 * The tip of the worktree's own commits, fit to be merged: its HEAD where nothing was carried; else the same commits written
 * anew on `onto`, each with its own changes and without the carried ones. The same commits give the same ones again.
 *
 * @param onto the commit they are to stand on where they are written anew
 * @param into what they are merged into: commits it has already stay what they are
 */
export async function replayOwn(
  git: GitAt,
  record: WorktreeIdentity,
  head: string,
  { onto, into }: { onto: string; into: string },
): Promise<Replayed> {
  if (record.baseTree === null) return { tip: head }
  const start = startOf(record)
  const [startTree, ontoTree] = [await treeOf(git, start), await treeOf(git, onto)]
  const anew = new Map([[start, onto]])
  const list = await git.line(['rev-list', '--topo-order', '--reverse', `${start}..${head}`, `^${into}`])
  for (const id of list === '' ? [] : list.split('\n')) {
    const commit = await readCommit(git, id)
    const { tree, conflicts } = await mergeTrees(git, startTree, ontoTree, commit.tree)
    if (conflicts.length > 0) return { conflicts }
    const parents = commit.parents.map((parent) => anew.get(parent) ?? parent)
    // What the fork merged from elsewhere never held the carried work, and stays what it is.
    const same = tree === commit.tree && parents.every((parent, n) => parent === commit.parents[n])
    anew.set(id, same ? id : await writeAgain(git, commit, tree, parents))
  }
  return { tip: anew.get(head) ?? head }
}

/** The tree of a commit. */
export function treeOf(git: GitAt, commit: string): Promise<string> {
  return git.line(['rev-parse', '--verify', `${commit}^{tree}`])
}

async function readCommit(git: GitAt, id: string): Promise<OwnCommit> {
  const { stdout } = await git.run(['cat-file', 'commit', id])
  const gap = stdout.indexOf('\n\n')
  const header = stdout.subarray(0, gap).toString('utf8')
  const field = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(header)?.[1] ?? ''
  return {
    id,
    tree: field('tree'),
    parents: [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent),
    env: { ...person('AUTHOR', field('author')), ...person('COMMITTER', field('committer')) },
    message: stdout.subarray(gap + 2),
  }
}

/** `Name <mail> seconds zone`. */
function person(role: 'AUTHOR' | 'COMMITTER', line: string): Record<string, string> {
  const [, name = '', email = '', time = '0 +0000'] = /^(.*?) ?<(.*)> (\d+ [+-]\d{4})$/.exec(line) ?? []
  return { [`GIT_${role}_NAME`]: name || 'unknown', [`GIT_${role}_EMAIL`]: email, [`GIT_${role}_DATE`]: `@${time}` }
}

function writeAgain(git: GitAt, commit: OwnCommit, tree: string, parents: readonly string[]): Promise<string> {
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-']
  return git.line(args, { env: commit.env, input: commit.message })
}
