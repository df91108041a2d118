// Refs that keep what a discarded worktree held: its head, and its uncommitted files as a commit.
import type { GitOptions, WorktreeIdentity } from '../../services/ports/git'
import { withCapturedTree } from './capture-tree'
import { commitTree } from './commit-tree'
import type { GitAt } from './git-at'
import { gitQueue } from './git-queue'
import { kindAt } from './presence'
import { rescuedRef } from './private-refs'
import { withTemporaryIndex } from './temporary-index'
import { registeredGit, repositoryGit } from './worktree-git'

/**
 * Makes the refs from the worktree as it is now (from its branch, where the repository has no registration of it).
 *
 * @returns the refs that exist afterwards
 */
export async function keepRescueRefs(record: WorktreeIdentity, options: GitOptions): Promise<string[]> {
  const { threadId, branch, commonDir } = record
  const git = await registeredGit(record, options)
  const hasFolder = (await kindAt(record.path)) === 'folder'
  const repository = repositoryGit(commonDir, options.signal)
  const own = git === null ? null : await commitAt(git, 'HEAD')
  const head = own ?? (await commitAt(repository, `refs/heads/${branch}`))
  if (head === null) return []
  const tree = git === null ? null : hasFolder ? await treeOfFiles(git) : await treeOfIndex(git)
  const work = tree === null ? null : await commitUnlessKnown(repository, tree, head)
  await gitQueue(commonDir).run(async () => {
    await keepRef(repository, rescuedRef(threadId, 'head'), head)
    if (work !== null) await keepRef(repository, rescuedRef(threadId, 'work'), work)
  }, options.signal)
  return work === null ? [rescuedRef(threadId, 'head')] : [rescuedRef(threadId, 'head'), rescuedRef(threadId, 'work')]
}

/** Refs an earlier, interrupted discard made. */
export async function existingRescueRefs({ commonDir, threadId }: WorktreeIdentity): Promise<string[]> {
  const repository = repositoryGit(commonDir)
  const refs: string[] = []
  for (const part of ['head', 'work'] as const) {
    if ((await commitAt(repository, rescuedRef(threadId, part))) !== null) refs.push(rescuedRef(threadId, part))
  }
  return refs
}

function treeOfFiles(git: GitAt): Promise<string> {
  return withCapturedTree(git, true, async ({ tree }) => tree)
}

/** What was staged in a worktree whose folder is gone; null where conflicts keep it from being a tree. */
function treeOfIndex(git: GitAt): Promise<string | null> {
  return withTemporaryIndex(git, true, async ({ env }) => {
    const { code, stdout } = await git.run(['write-tree'], { env, answers: [128] })
    return code === 0 ? stdout.toString('utf8').trim() : null
  })
}

async function commitUnlessKnown(git: GitAt, tree: string, head: string): Promise<string | null> {
  if (tree === (await git.line(['rev-parse', '--verify', `${head}^{tree}`]))) return null
  return commitTree(git, tree, head, 'Uncommitted work of a discarded fork')
}

/** Points a ref to a commit; what it pointed to before stays reachable under a numbered name. */
export async function keepRef(git: GitAt, ref: string, commit: string): Promise<void> {
  const before = await commitAt(git, ref)
  if (before === commit) return
  if (before !== null) {
    let n = 1
    while ((await commitAt(git, `${ref}-${n}`)) !== null) n += 1
    await git.run(['update-ref', `${ref}-${n}`, before])
  }
  await git.run(['update-ref', ref, commit])
}

function commitAt(git: GitAt, name: string): Promise<string | null> {
  return git.lineOrNull(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
}
