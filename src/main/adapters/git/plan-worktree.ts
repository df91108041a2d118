// Decides everything about a worktree before it exists: commit, branch, place. Only objects and one private ref are made.
import { randomBytes } from 'node:crypto'
import { join, sep } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, PlanInput, WorktreePlan } from '../../services/ports/git'
import { freeBranchName } from './branch-name'
import type { GitAt } from './git-at'
import { gitQueue } from './git-queue'
import type { Joined } from './joined'
import { kindAt } from './presence'
import { baseRef } from './private-refs'
import { readStart, type Start } from './read-start'
import { checkoutName, holderOf } from './worktree-place'

/** Branch names given to plans whose branch does not exist yet: `<common dir> NUL <branch>` to thread. */
export type PromisedBranches = Map<string, string>

export interface PlanContext {
  dataDir: string
  promised: PromisedBranches
  starts: Joined<Start>
}

/**
 * Plans a worktree that starts from the parent's HEAD plus its staged, unstaged and untracked files. The parent's index,
 * stash, HEAD and files are byte for byte what they were.
 *
 * @throws FailureError `worktree.not_git`, `worktree.no_commit`, `conflict` (its folder exists, no free branch name)
 */
export async function planWorktree(
  { folder, threadId, title }: PlanInput,
  { dataDir, promised, starts }: PlanContext,
  options: GitOptions,
): Promise<WorktreePlan> {
  const holder = holderOf(dataDir, threadId)
  if ((await kindAt(holder)) !== null) throw new FailureError('conflict', `${holder} exists already`, { path: holder })
  const { trusted, extras, signal } = options
  const key = [folder, trusted, extras?.submodules === 'fill'].join('\0')
  // For all who ask in this moment: siblings start from one state, and it is looked at once.
  const start = await starts.join(key, () => readStart(folder, { trusted, extras }))
  signal?.throwIfAborted()
  const { git, parent, baseTree, prefix, notes } = start
  const { topLevel, commonDir, head } = parent
  await requireOutside(git, parent, dataDir)
  const branch = await gitQueue(commonDir).run(async () => {
    const [branch] = await Promise.all([
      promiseBranch(git, commonDir, promised, threadId, title),
      git.run(['update-ref', baseRef(threadId), baseTree ?? head]),
    ])
    return branch
  }, signal)
  return {
    threadId,
    path: join(holder, checkoutName(topLevel)),
    subPath: prefix,
    branch,
    base: head,
    baseTree,
    parentFolder: topLevel,
    commonDir,
    nonce: randomBytes(16).toString('hex'),
    notes: [...notes],
  }
}

/** Worktrees inside the checkout would be its untracked files, and every change in them one of the parent. */
async function requireOutside(
  git: GitAt,
  { topLevel, gitDir, commonDir }: Start['parent'],
  dataDir: string,
): Promise<void> {
  const isIn = (folder: string) => dataDir === folder || dataDir.startsWith(folder + sep)
  if (!isIn(gitDir) && !isIn(commonDir)) {
    if (!isIn(topLevel)) return
    // This command knows no literal paths; it expands none either.
    const options = { input: `${dataDir}\0`, env: { GIT_LITERAL_PATHSPECS: '0' }, answers: [1] }
    if ((await git.run(['check-ignore', '--quiet', '-z', '--stdin'], options)).code === 0) return
  }
  const message = `The data folder ${dataDir} lies in the repository: move it out, or make git ignore it`
  throw new FailureError('conflict', message, { dataDir, topLevel })
}

async function promiseBranch(
  git: GitAt,
  commonDir: string,
  promised: PromisedBranches,
  threadId: string,
  title: string,
): Promise<string> {
  const prefix = `${commonDir}\0`
  const refs = await git.line(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'])
  const taken = refs === '' ? [] : refs.split('\n')
  for (const [key, owner] of promised) {
    if (key.startsWith(prefix) && owner !== threadId) taken.push(key.slice(prefix.length))
  }
  const branch = freeBranchName(title, threadId, taken)
  if (branch === null) throw new FailureError('conflict', `Every branch name for ${title} is taken`, { title })
  promised.set(prefix + branch, threadId)
  return branch
}
