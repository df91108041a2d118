// Refs that keep what a discarded worktree held: its head, its uncommitted files, what was staged, and where it once stood.
import type { GitOptions, WorktreeIdentity } from '../../services/ports/git'
import { withCapturedTree } from './capture-tree'
import { commitTree } from './commit-tree'
import type { GitAt } from './git-at'
import { gitQueue } from './git-queue'
import { lastStood, loggedCommits } from './last-stood'
import { kindAt } from './presence'
import { RESCUED_PARTS, type RescuedPart, rescuedRef } from './private-refs'
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
  const standing = own ?? (await commitAt(repository, `refs/heads/${branch}`))
  // Somebody may have deleted its branch: then only its log knows its commits.
  const head = standing ?? (git === null ? null : await lastStood(git))
  if (head === null) return []
  const tree = git === null ? null : hasFolder ? await treeOfFiles(git) : await treeOfIndex(git)
  const work =
    tree === null ? null : await commitUnlessKnown(repository, tree, head, 'Uncommitted work of a discarded fork')
  const staged = git === null || !hasFolder ? null : await treeOfIndex(git)
  const index =
    staged === null || staged === tree
      ? null
      : await commitUnlessKnown(repository, staged, head, 'What a discarded fork had staged')
  const past = git === null ? null : await pastOf(git, head)
  const kept: [RescuedPart, string | null][] = [
    ['head', head],
    ['work', work],
    ['index', index],
    ['past', past],
  ]
  const refs = kept.flatMap(([part, commit]) => (commit === null ? [] : [{ ref: rescuedRef(threadId, part), commit }]))
  await gitQueue(commonDir).run(async () => {
    for (const { ref, commit } of refs) await keepRef(repository, ref, commit)
  }, options.signal)
  return refs.map(({ ref }) => ref)
}

/** Refs an earlier, interrupted discard made. */
export async function existingRescueRefs({ commonDir, threadId }: WorktreeIdentity): Promise<string[]> {
  const repository = repositoryGit(commonDir)
  const refs: string[] = []
  for (const part of RESCUED_PARTS) {
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

async function commitUnlessKnown(git: GitAt, tree: string, head: string, message: string): Promise<string | null> {
  if (tree === (await git.line(['rev-parse', '--verify', `${head}^{tree}`]))) return null
  return commitTree(git, tree, head, message)
}

/**
 * One commit on top of every commit the worktree once stood at, or was about to merge, and that its head does not reach:
 * they are known to its own log only.
 */
async function pastOf(git: GitAt, head: string): Promise<string | null> {
  const { code, stdout } = await git.run(['rev-list', '--walk-reflogs', 'HEAD'], { answers: [128] })
  const named = ['ORIG_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD']
  const others = await Promise.all(named.map((name) => commitAt(git, name)))
  const logged = code === 0 ? stdout.toString('utf8').split('\n').filter(Boolean) : await loggedCommits(git)
  const all = [...new Set([head, ...logged, ...others.filter((commit) => commit !== null)])]
  const tips = await independent(git, await existing(git, all))
  const [first, ...rest] = tips.filter((tip) => tip !== head)
  if (first === undefined) return null
  const tree = await git.line(['rev-parse', '--verify', `${first}^{tree}`])
  return commitTree(git, tree, [first, ...rest], 'Commits a discarded fork once stood at')
}

/** A log may name what is gone for good. */
async function existing(git: GitAt, commits: readonly string[]): Promise<string[]> {
  const { stdout } = await git.run(['cat-file', '--batch-check=%(objectname) %(objecttype)'], {
    input: commits.map((commit) => `${commit}\n`).join(''),
  })
  const lines = stdout.toString('utf8').split('\n')
  return lines.flatMap((line) => (line.endsWith(' commit') ? [line.slice(0, line.indexOf(' '))] : []))
}

/** Those that none of the others reaches. In portions: a command line has its limits. */
async function independent(git: GitAt, commits: readonly string[]): Promise<string[]> {
  let left: string[] = []
  for (let at = 0; at < commits.length; at += 500) {
    const some = [...left, ...commits.slice(at, at + 500)]
    const answer = some.length < 2 ? some.join('\n') : await git.line(['merge-base', '--independent', ...some])
    left = answer === '' ? [] : answer.split('\n')
  }
  return left
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
