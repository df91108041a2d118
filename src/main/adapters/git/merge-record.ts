// What of a worktree has come home already: a chain of small commits of ours, so that the next merge begins where the last ended.
import type { MergeMode } from '../../services/ports/merge'
import type { GitAt } from './git-at'
import { treeOf } from './merge-replay'
import { mergedRef } from './private-refs'

export interface MergedBefore {
  /** The start of the worktree with everything that had come home then. */
  tree: string
  /** Whether only files went home: nobody can tell whether they are still there. */
  patch: boolean
}

/** More merges of one worktree than this are not looked back on. */
const MOST = 50

/** The last merge of this worktree that the commit `onto` holds, or the last one of files alone; null without one. */
export async function mergedBefore(git: GitAt, threadId: string, onto: string): Promise<MergedBefore | null> {
  let at = await git.lineOrNull(['rev-parse', '--verify', '--quiet', `${mergedRef(threadId)}^{commit}`])
  for (let n = 0; at !== null && n < MOST; n++) {
    const text = await git.line(['cat-file', 'commit', at])
    const commit = /^Commit: ([0-9a-f]+)$/m.exec(text)?.[1]
    if (commit === undefined || (await isWithin(git, commit, onto)))
      return { tree: await treeOf(git, at), patch: commit === undefined }
    at = /^parent ([0-9a-f]+)$/m.exec(text)?.[1] ?? null
  }
  return null
}

/** Whether a commit is another one or an ancestor of it; one that the repository has lost is not. */
export async function isWithin(git: GitAt, commit: string, of: string): Promise<boolean> {
  return (await git.run(['merge-base', '--is-ancestor', commit, of], { answers: [1, 128] })).code === 0
}

/** The commit to which `mergedRef` is to point once `tree` has come home. */
export async function recordOf(
  git: GitAt,
  threadId: string,
  { tree, mode, commit }: { tree: string; mode: MergeMode; commit: string | null },
): Promise<string> {
  const before = await git.lineOrNull(['rev-parse', '--verify', '--quiet', `${mergedRef(threadId)}^{commit}`])
  const message = `Work of a fork that came home\n\nMode: ${mode}\n${commit === null ? '' : `Commit: ${commit}\n`}`
  const env = {
    GIT_AUTHOR_NAME: 'Tine',
    GIT_AUTHOR_EMAIL: 'tine@localhost',
    GIT_COMMITTER_NAME: 'Tine',
    GIT_COMMITTER_EMAIL: 'tine@localhost',
  }
  return git.line(['commit-tree', tree, ...(before === null ? [] : ['-p', before]), '-m', message], { env })
}
