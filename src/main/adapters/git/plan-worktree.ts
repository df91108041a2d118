// Decides everything about a worktree before it exists: commit, branch, place. Only objects and one private ref are made.
import { randomBytes } from 'node:crypto'
import { join, sep } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, PlanInput, RepositoryFacts, WorktreePlan } from '../../services/ports/git'
import { freeBranchName } from './branch-name'
import { withCapturedTree } from './capture-tree'
import { commitTree } from './commit-tree'
import { type GitAt, gitAt, plainGitAt } from './git-at'
import { gitQueue } from './git-queue'
import { inspectRepository } from './inspect-repository'
import { namesOf } from './names-of'
import { splitNulText } from './nul-list'
import { kindAt } from './presence'
import { baseRef } from './private-refs'
import { submodulePaths } from './submodules'
import { checkoutName, holderOf } from './worktree-place'

/** Branch names given to plans whose branch does not exist yet: `<common dir> NUL <branch>` to thread. */
export type PromisedBranches = Map<string, string>

export interface PlanContext {
  dataDir: string
  promised: PromisedBranches
}

/** A plan starts at a checkout with a commit. */
interface Parent extends RepositoryFacts {
  topLevel: string
  gitDir: string
  commonDir: string
  head: string
}

/**
 * Plans a worktree that starts from the parent's HEAD plus its staged, unstaged and untracked files. The parent's index,
 * stash, HEAD and files are byte for byte what they were.
 *
 * @throws FailureError `worktree.not_git`, `worktree.no_commit`, `conflict` (its folder exists, no free branch name)
 */
export async function planWorktree(
  { folder, threadId, title }: PlanInput,
  { dataDir, promised }: PlanContext,
  options: GitOptions,
): Promise<WorktreePlan> {
  const parent = requireCheckout(await inspectRepository(folder, options), folder)
  const holder = holderOf(dataDir, threadId)
  if ((await kindAt(holder)) !== null) throw new FailureError('conflict', `${holder} exists already`, { path: holder })
  const { topLevel, gitDir, commonDir, head } = parent
  const git = await gitAt({ cwd: topLevel, gitDir, workTree: topLevel }, options)
  await requireOutside(git, parent, dataDir)
  const prefix = await plainGitAt({ cwd: folder }, options.signal).line(['rev-parse', '--show-prefix'])
  const notes = [...(await silencedNotes(git)), ...(await submoduleNotes(git, options))]
  const baseTree = await carryWork(git, head, notes)
  const branch = await gitQueue(commonDir).run(async () => {
    await git.run(['update-ref', baseRef(threadId), baseTree ?? head])
    return promiseBranch(git, commonDir, promised, threadId, title)
  }, options.signal)
  return {
    threadId,
    path: join(holder, checkoutName(topLevel)),
    subPath: prefix.replace(/\/$/, ''),
    branch,
    base: head,
    baseTree,
    parentFolder: topLevel,
    commonDir,
    nonce: randomBytes(16).toString('hex'),
    notes,
  }
}

function requireCheckout(facts: RepositoryFacts, folder: string): Parent {
  const { isGit, topLevel, gitDir, commonDir, head } = facts
  if (!isGit) throw new FailureError('worktree.not_git', facts.problem ?? 'Not a git repository', { folder })
  if (topLevel === null || gitDir === null || commonDir === null) {
    const what = facts.bare
      ? 'The repository is bare: it has no files to start from'
      : 'The folder is inside a git folder'
    throw new FailureError('worktree.not_git', what, { folder })
  }
  if (head === null) {
    const where = facts.branch === null ? 'The repository' : `The branch ${facts.branch}`
    throw new FailureError('worktree.no_commit', `${where} has no commit yet: commit once, then fork`, { folder })
  }
  return { ...facts, topLevel, gitDir, commonDir, head }
}

/** Worktrees inside the checkout would be its untracked files, and every change in them one of the parent. */
async function requireOutside(git: GitAt, { topLevel, gitDir, commonDir }: Parent, dataDir: string): Promise<void> {
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

/** @returns the commit that holds the uncommitted work, or null when there is none */
function carryWork(git: GitAt, head: string, notes: string[]): Promise<string | null> {
  return withCapturedTree(git, true, async (captured) => {
    notes.push(...captured.notes)
    const committed = await git.line(['rev-parse', '--verify', `${head}^{tree}`])
    if (captured.tree === committed) return null
    return commitTree(git, captured.tree, head, 'Uncommitted work a fork starts with')
  })
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

/** A note only where a filter that is switched off would have had something to do. */
async function silencedNotes(git: GitAt): Promise<string[]> {
  const notes: string[] = []
  for (const name of git.silenced) {
    if (!/^[\w.-]+$/.test(name)) continue
    const { stdout } = await git.run(['ls-files', '-z', `:(attr:filter=${name})`], {
      env: { GIT_LITERAL_PATHSPECS: '0' },
      maxBytes: 16 * 1024,
      cutOutput: true,
    })
    const [first] = splitNulText(stdout)
    if (first === undefined) continue
    notes.push(`The filter ${name} is not run, as the project is not trusted: ${first} and others travel as stored`)
  }
  return notes
}

async function submoduleNotes(git: GitAt, { extras }: GitOptions): Promise<string[]> {
  const paths = extras?.submodules === 'fill' ? [] : await submodulePaths(git)
  return paths.length === 0 ? [] : [`Submodules are empty folders in the worktree: ${namesOf(paths)}`]
}
